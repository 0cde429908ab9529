/** Records and the stores that keep them: claim, complete, replay. */
@NullMarked
package io.onlyonce.record;

import org.jspecify.annotations.NullMarked;
