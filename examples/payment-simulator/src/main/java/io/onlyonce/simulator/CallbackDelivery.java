package io.onlyonce.simulator;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Sends notices to {@code /api/callbacks/{channel}} of a server on this computer, as often as each provider's plan says, and takes the answers as that provider does.
 * A call returns when the last notice has come to its end. Thread-safe.
 */
public final class CallbackDelivery {
    private final Sender sender;

    /**
     * @param base {@code http://127.0.0.1:<port>}
     * @param signers one for each channel that is used
     * @throws IllegalArgumentException if the base is on another computer
     */
    public CallbackDelivery(URI base, Collection<? extends CallbackSigner> signers, DeliverySettings settings) {
        this.sender = new Sender(base, signers, settings);
    }

    /** Sends a notice until it is acknowledged, or the plan has come to its end. */
    public Delivery deliver(Notice notice) throws InterruptedException {
        return course(notice).delivery();
    }

    /** The same, and the first acknowledgements get lost: the connection is cut behind the last byte of the notice. */
    public Delivery deliverLosing(int acknowledgements, Notice notice) throws InterruptedException {
        return new Course(notice, sender, acknowledgements).delivery();
    }

    /** Sends each notice once, one after another in this order, and then in turn again what was not acknowledged. */
    public List<Delivery> deliverInTurn(List<Notice> notices) throws InterruptedException {
        List<Course> courses = notices.stream().map(this::course).toList();
        while (!courses.stream().allMatch(Course::isOver)) {
            for (Course course : courses) {
                if (!course.isOver()) {
                    course.step();
                }
            }
        }
        List<Delivery> deliveries = new ArrayList<>();
        for (Course course : courses) {
            deliveries.add(course.delivery());
        }
        return deliveries;
    }

    /** Sends copies of a notice at the same moment, each from a thread of its own. */
    public List<Delivery> deliverAtOnce(int copies, Notice notice) throws InterruptedException {
        if (copies < 1) {
            throw new IllegalArgumentException(SimulatorTexts.copies(copies));
        }
        CyclicBarrier start = new CyclicBarrier(copies);
        Callable<Delivery> copy = () -> {
            Course course = course(notice);
            start.await();
            return course.delivery();
        };
        ExecutorService threads = Executors.newFixedThreadPool(copies);
        try {
            return ended(threads.invokeAll(Collections.nCopies(copies, copy)));
        } finally {
            threads.shutdownNow();
        }
    }

    /** Sends what an attacker has made of a notice, once. */
    public Delivery forge(Forgery forgery, Notice notice) throws InterruptedException {
        Channel channel = notice.channel();
        Attempt attempt = post(
                channel,
                forgery.of(
                        sender.signer(channel),
                        notice,
                        sender.settings().clock().instant()));
        boolean accepted = attempt.outcome() == Outcome.ACCEPTED;
        return new Delivery(notice, List.of(attempt), accepted ? Delivery.End.ACCEPTED : Delivery.End.GIVEN_UP);
    }

    /** Sends any bytes, once. */
    public Attempt post(Channel channel, SignedCallback callback) throws InterruptedException {
        return sender.post(channel, callback, Duration.ZERO);
    }

    /** Whether the merchant has said that nobody is there any more (410 to Standard Webhooks). */
    public boolean isDisabled(Channel channel) {
        return sender.isDisabled(channel);
    }

    /** Sends to this endpoint again. */
    public void enable(Channel channel) {
        sender.enable(channel);
    }

    private Course course(Notice notice) {
        return new Course(notice, sender, 0);
    }

    private static List<Delivery> ended(List<Future<Delivery>> copies) throws InterruptedException {
        List<Delivery> deliveries = new ArrayList<>();
        for (Future<Delivery> copy : copies) {
            try {
                deliveries.add(copy.get());
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
        return deliveries;
    }
}
