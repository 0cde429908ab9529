package io.onlyonce.messaging;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what a message is known by. It must be the same for every copy of a message, also for one that its publisher sent a second time, and for no other message: an id
 * that the publisher's program made, or a business key. A broker's own delivery tag or sequence number is neither. Must be thread-safe.
 */
@FunctionalInterface
public interface MessageIdentity {
    /**
     * The message's id.
     *
     * @return empty if it has none of this kind; a blank one is none
     * @throws Exception if it can't be told: the message goes to the dead letters
     */
    Optional<String> find(Delivered message) throws Exception;

    /** The value of a header. */
    static MessageIdentity header(String name) {
        return message -> Optional.ofNullable(message.headers().get(name)).filter(id -> !id.isBlank());
    }

    /** A business key that is read out of the message. */
    static MessageIdentity of(Function<Delivered, @Nullable String> businessKey) {
        return message -> Optional.ofNullable(businessKey.apply(message)).filter(id -> !id.isBlank());
    }

    /**
     * Where the message stands in its broker's log. A last resort, of which the log warns once: it recognises what is <em>delivered</em> again, but what is
     * <em>published</em> again, mirrored or re-driven stands elsewhere and is a new message.
     */
    static MessageIdentity position() {
        AtomicBoolean warned = new AtomicBoolean();
        Logger log = LoggerFactory.getLogger(MessageIdentity.class);
        return message -> {
            if (message.position() != null && warned.compareAndSet(false, true)) {
                log.warn(MessagingTexts.byPosition(message));
            }
            return Optional.ofNullable(message.position()).map(position -> "position:" + position);
        };
    }

    /** This one, and where it finds none the next. */
    default MessageIdentity or(MessageIdentity next) {
        return message -> {
            Optional<String> mine = find(message);
            return mine.isPresent() ? mine : next.find(message);
        };
    }
}
