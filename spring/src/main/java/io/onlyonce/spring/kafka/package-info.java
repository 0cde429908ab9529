/** Spring Kafka: listeners that take effect once, the outbox's way to Kafka, dead letters and their way back. */
@NullMarked
package io.onlyonce.spring.kafka;

import org.jspecify.annotations.NullMarked;
