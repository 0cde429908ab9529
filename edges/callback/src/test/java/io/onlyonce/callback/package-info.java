/** Tests of the pipeline and what it is made of. */
@NullMarked
package io.onlyonce.callback;

import org.jspecify.annotations.NullMarked;
