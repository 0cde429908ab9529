/**
 * Tells whether an HTTP service lets each operation take effect only once: drives it with duplicates, retries and faults, and judges what it answered and what its data say.
 * It knows nothing of how the service does it, OnlyOnce's or any other way.
 *
 * <p>Arrows point inward: {@code history} knows nobody, {@code check} judges histories, {@code plan} says what is to be done, {@code run} does it, {@code report} tells of it.
 */
@NullMarked
package io.onlyonce.verify;

import org.jspecify.annotations.NullMarked;
