/** What the verifier's clients did and saw, in the order in which it happened: the only witness of a run besides the data. */
@NullMarked
package io.onlyonce.verify.history;

import org.jspecify.annotations.NullMarked;
