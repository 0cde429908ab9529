/** What {@code @Idempotent} means on a listener of messages, whatever broker they come from. */
@NullMarked
package io.onlyonce.spring.messaging;

import org.jspecify.annotations.NullMarked;
