/**
 * Messages that take effect once, however often their broker delivers them. {@link io.onlyonce.messaging.IdempotentConsumer} tells the story; it knows no broker, and
 * whoever feeds it obeys the {@link io.onlyonce.messaging.Disposition} that it gets back.
 */
@NullMarked
package io.onlyonce.messaging;

import org.jspecify.annotations.NullMarked;
