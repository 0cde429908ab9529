/** Payment providers' notices, each variant with one fault. */
@NullMarked
package io.onlyonce.broken.callbacks;

import org.jspecify.annotations.NullMarked;
