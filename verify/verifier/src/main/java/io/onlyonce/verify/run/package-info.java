/** Does what a plan says: sends, breaks, waits, looks - and hands over what it saw to be judged. */
@NullMarked
package io.onlyonce.verify.run;

import org.jspecify.annotations.NullMarked;
