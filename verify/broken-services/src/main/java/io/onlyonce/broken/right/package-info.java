/** Services that keep every promise of their area, each in a style of its own. */
@NullMarked
package io.onlyonce.broken.right;

import org.jspecify.annotations.NullMarked;
