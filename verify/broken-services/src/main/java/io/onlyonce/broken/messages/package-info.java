/** Messages that a broker sends until they are acknowledged, and an outbox that sends them, each variant with one fault. */
@NullMarked
package io.onlyonce.broken.messages;

import org.jspecify.annotations.NullMarked;
