/** What OnlyOnce refuses or reports, with its texts in one place. */
@NullMarked
package io.onlyonce.error;

import org.jspecify.annotations.NullMarked;
