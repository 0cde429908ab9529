/**
 * Messages that leave if, and only if, the transaction that published them commits. {@link io.onlyonce.messaging.outbox.Outbox} takes them in,
 * {@link io.onlyonce.messaging.outbox.OutboxRelay} sends them.
 */
@NullMarked
package io.onlyonce.messaging.outbox;

import org.jspecify.annotations.NullMarked;
