package io.onlyonce.simulator;

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signs, sends once, and judges what comes back. Thread-safe. */
final class Sender {
    private static final Logger log = LoggerFactory.getLogger("io.onlyonce.simulator");

    private final Wire wire;
    private final Map<Channel, CallbackSigner> signers = new EnumMap<>(Channel.class);
    private final DeliverySettings settings;
    private final Set<Channel> disabled = ConcurrentHashMap.newKeySet();

    Sender(URI base, Collection<? extends CallbackSigner> signers, DeliverySettings settings) {
        this.wire = new Wire(base);
        this.settings = settings;
        signers.forEach(signer -> this.signers.put(signer.channel(), signer));
    }

    DeliverySettings settings() {
        return settings;
    }

    CallbackSigner signer(Channel channel) {
        CallbackSigner signer = signers.get(channel);
        if (signer == null) {
            throw new IllegalArgumentException(SimulatorTexts.noSigner(channel));
        }
        return signer;
    }

    boolean isDisabled(Channel channel) {
        return disabled.contains(channel);
    }

    void enable(Channel channel) {
        disabled.remove(channel);
    }

    Attempt send(Notice notice, Duration waited, boolean losing) throws InterruptedException {
        Channel channel = notice.channel();
        SignedCallback signed = signer(channel).sign(notice, settings.clock().instant());
        Attempt attempt;
        if (losing) {
            wire.postAndHangUp(channel, signed, settings.patienceOf(channel));
            attempt = new Attempt(waited, signed, null, Outcome.ACKNOWLEDGEMENT_LOST);
        } else {
            attempt = post(channel, signed, waited);
        }
        log.info("{}: {}", notice, attempt.outcome());
        if (attempt.outcome() == Outcome.GONE) {
            disabled.add(channel);
        }
        return attempt;
    }

    Attempt post(Channel channel, SignedCallback signed, Duration waited) throws InterruptedException {
        Answer answer = wire.post(channel, signed, settings.patienceOf(channel));
        Outcome outcome = answer == null ? Outcome.NO_ANSWER : ProviderRules.outcome(channel, answer);
        return new Attempt(waited, signed, answer, outcome);
    }
}
