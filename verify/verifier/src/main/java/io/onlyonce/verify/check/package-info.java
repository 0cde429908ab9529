/** The checks: each a pure function of what was seen, and the verdict that they give together. */
@NullMarked
package io.onlyonce.verify.check;

import org.jspecify.annotations.NullMarked;
