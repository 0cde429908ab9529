package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.history.Event;
import io.onlyonce.verify.history.Recorder;
import io.onlyonce.verify.plan.Plan;
import io.onlyonce.verify.run.Client.Received;
import io.onlyonce.verify.run.Script.Need;
import io.onlyonce.verify.run.Script.Send;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays scripts: prepares what they need, sends their phases, and goes on until each operation has its final answer, as a client does who means it. */
final class Actors implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration PULSE = Duration.ofMillis(200);

    private final Plan plan;
    private final Nodes nodes;
    private final Client client;
    private final Recorder recorder;
    private final AtomicInteger processes = new AtomicInteger();
    /** Set when an operation was repeated for all of the settling time: one is enough to know, so nobody else waits that long. */
    private volatile boolean stuck;

    private final ExecutorService senders = Executors.newCachedThreadPool(Actors::daemon);

    Actors(Plan plan, Nodes nodes, Client client, Recorder recorder) {
        this.plan = plan;
        this.nodes = nodes;
        this.client = client;
        this.recorder = recorder;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "verifier-client");
        thread.setDaemon(true);
        return thread;
    }

    /** Says from time to time whether it makes sense to go on. */
    interface Watch {
        /**
         * @throws TargetException if it does not
         */
        void check() throws TargetException, InterruptedException;
    }

    /** Plays all of them, some at once, and returns when the last has ended. */
    void play(List<Script> all, Watch watch) throws TargetException, InterruptedException {
        ExecutorService stages = Executors.newFixedThreadPool(plan.pace().concurrency(), Actors::daemon);
        try {
            List<Future<?>> playing = new ArrayList<>();
            for (Script script : all) {
                playing.add(stages.submit(() -> {
                    if (!stuck) {
                        play(script);
                    }
                    return null;
                }));
            }
            for (Future<?> one : playing) {
                do {
                    watch.check(); // also where every script is over in no time
                } while (!isOver(one));
            }
        } finally {
            stages.shutdownNow();
        }
    }

    /** Whether it has ended, after having waited for a while. */
    private static boolean isOver(Future<?> one) throws TargetException, InterruptedException {
        try {
            one.get(PULSE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    private static IllegalStateException failure(ExecutionException e) throws TargetException, InterruptedException {
        if (e.getCause() instanceof TargetException lost) {
            throw lost;
        } else if (e.getCause() instanceof InterruptedException || e.getCause() instanceof BrokenBarrierException) {
            throw new InterruptedException("The run was ended.");
        }
        return new IllegalStateException("A client failed, which is the verifier's own fault.", e.getCause());
    }

    private void play(Script script) throws TargetException, InterruptedException {
        Map<Need, Map<String, String>> prepared = new HashMap<>();
        List<Intent> intents = new ArrayList<>();
        for (Intent intent : script.intents()) {
            Optional<Intent> ready = prepare(intent, script, prepared);
            if (ready.isEmpty()) {
                return; // the run is about to end
            }
            intents.add(ready.get());
        }
        List<Boolean> done = new ArrayList<>();
        intents.forEach(intent -> done.add(false));
        for (List<Send> phase : script.phases()) {
            List<Optional<Received>> answers = together(phase, intents);
            for (int i = 0; i < phase.size(); i++) {
                if (isFinal(answers.get(i))) {
                    done.set(phase.get(i).intent(), true);
                }
            }
        }
        for (int i = 0; i < intents.size(); i++) {
            if (!done.get(i)) {
                settle(intents.get(i));
            }
        }
    }

    private static boolean isFinal(Optional<Received> received) {
        return received.stream().anyMatch(given -> given.answer().meaning().isFinal());
    }

    /** Whether an operation never came to its end, so that the run need not go on. */
    boolean stuck() {
        return stuck;
    }

    /** All requests of a phase leave at a barrier. */
    private List<Optional<Received>> together(List<Send> phase, List<Intent> intents)
            throws TargetException, InterruptedException {
        if (phase.size() == 1) {
            return List.of(send(phase.get(0), intents));
        }
        CyclicBarrier barrier = new CyclicBarrier(phase.size());
        List<Future<Optional<Received>>> sending = new ArrayList<>();
        for (Send send : phase) {
            sending.add(senders.submit(() -> {
                barrier.await();
                return send(send, intents);
            }));
        }
        List<Optional<Received>> answers = new ArrayList<>();
        for (Future<Optional<Received>> one : sending) {
            try {
                answers.add(one.get());
            } catch (ExecutionException e) {
                throw failure(e);
            }
        }
        return answers;
    }

    private Optional<Received> send(Send send, List<Intent> intents) throws TargetException {
        return client.send(processes.incrementAndGet(), intents.get(send.intent()), send.timeout(), send.fault());
    }

    /** Repeats the operation until it has a final answer, or the time is over, which is noted; or somebody else's time was. */
    private Optional<Received> settle(Intent intent) throws TargetException, InterruptedException {
        int process = processes.incrementAndGet();
        long end = System.nanoTime() + plan.pace().settle().toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            Optional<Received> received =
                    client.send(process, intent, plan.pace().timeout(), Optional.empty());
            if (isFinal(received) || stuck) {
                return received;
            }
            if (System.nanoTime() > end) {
                nodes.awaitReady(
                        plan.target()); // of a service that is gone nobody can say that it forgot this operation
                recorder.add(at -> new Event.GaveUp(at, intent.filled().call()));
                stuck = true;
                return received;
            }
            Thread.sleep(pause.toMillis());
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    /** The intent with what its needs gave; nothing if these can't be had since some operation is stuck. */
    private Optional<Intent> prepare(Intent intent, Script script, Map<Need, Map<String, String>> prepared)
            throws TargetException, InterruptedException {
        Map<String, String> values = new HashMap<>();
        for (Need need : Need.of(intent)) {
            Map<String, String> members = prepared.get(need);
            if (members == null) {
                Optional<Map<String, String>> first = first(need, script, prepared);
                if (first.isEmpty()) {
                    return Optional.empty();
                }
                members = first.get();
                prepared.put(need, members);
            }
            members.forEach((member, value) -> values.put(need.name() + "." + member, value));
        }
        return Optional.of(intent.with(values));
    }

    private Optional<Map<String, String>> first(Need need, Script script, Map<Need, Map<String, String>> prepared)
            throws TargetException, InterruptedException {
        Intent intent = script.needed().get(need);
        if (intent == null) {
            throw new IllegalStateException("The script was made with what its operations need.");
        }
        Optional<Intent> ready = prepare(intent, script, prepared);
        Optional<Received> received = ready.isEmpty() ? Optional.empty() : settle(ready.get());
        if (stuck && !isFinal(received)) {
            return Optional.empty();
        }
        if (received.stream().noneMatch(given -> given.answer().meaning() == Meaning.SUCCESS)) {
            throw new TargetException(RunTexts.need(
                    need.request(),
                    received.map(given -> given.answer().toString()).orElse("no answer")));
        }
        Map<String, String> members =
                new HashMap<>(Bodies.members(received.orElseThrow().body()));
        members.put("user", intent.values().getOrDefault("user", ""));
        members.put("ref", intent.values().getOrDefault("ref", ""));
        return Optional.of(members);
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }
}
