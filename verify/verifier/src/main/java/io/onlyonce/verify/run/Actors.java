package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Answer;
import io.onlyonce.verify.history.Answer.Meaning;
import io.onlyonce.verify.plan.Plan;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Plays scripts: prepares what they need, sends their phases, and goes on until each operation has its final answer, as a client does who means it. */
final class Actors implements AutoCloseable {
    private static final long FIRST_PAUSE = Duration.ofMillis(20).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

    private final Plan plan;
    private final Client client;
    private final Scripts scripts;
    private final AtomicInteger processes = new AtomicInteger();
    /** Set when an operation was repeated for all of the settling time: one is enough to know, so nobody else waits that long. */
    private volatile boolean stuck;

    private final ExecutorService senders = Executors.newCachedThreadPool(Actors::daemon);

    /**
     * @param scripts gives operations that prepare others
     */
    Actors(Plan plan, Client client, Scripts scripts) {
        this.plan = plan;
        this.client = client;
        this.scripts = scripts;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "verifier-client");
        thread.setDaemon(true);
        return thread;
    }

    /** Plays all of them, some at once, and returns when the last has ended. */
    void play(List<Script> all) throws TargetException, InterruptedException {
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
                finish(one);
            }
        } finally {
            stages.shutdownNow();
        }
    }

    private static void finish(Future<?> one) throws TargetException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TargetException lost) {
                throw lost;
            }
            throw new IllegalStateException("A client failed, which is the verifier's own fault.", e.getCause());
        }
    }

    private void play(Script script) throws TargetException, InterruptedException {
        Map<String, Map<String, String>> prepared = new HashMap<>();
        List<Intent> intents = new ArrayList<>();
        for (Intent intent : script.intents()) {
            intents.add(prepare(intent, prepared));
        }
        List<Boolean> done = new ArrayList<>();
        intents.forEach(intent -> done.add(false));
        for (List<Send> phase : script.phases()) {
            List<Optional<Answer>> answers = together(phase, intents);
            for (int i = 0; i < phase.size(); i++) {
                if (answers.get(i).stream().anyMatch(answer -> answer.meaning().isFinal())) {
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

    /** Whether an operation never came to its end, so that the run need not go on. */
    boolean stuck() {
        return stuck;
    }

    /** All requests of a phase leave at a barrier. */
    private List<Optional<Answer>> together(List<Send> phase, List<Intent> intents) throws InterruptedException {
        if (phase.size() == 1) {
            return List.of(send(phase.get(0), intents));
        }
        CyclicBarrier barrier = new CyclicBarrier(phase.size());
        List<Future<Optional<Answer>>> sending = new ArrayList<>();
        for (Send send : phase) {
            sending.add(senders.submit(() -> {
                barrier.await();
                return send(send, intents);
            }));
        }
        List<Optional<Answer>> answers = new ArrayList<>();
        for (Future<Optional<Answer>> one : sending) {
            try {
                answers.add(one.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof BrokenBarrierException) {
                    throw new InterruptedException("The run was ended.");
                }
                throw new IllegalStateException("A client failed, which is the verifier's own fault.", e.getCause());
            }
        }
        return answers;
    }

    private Optional<Answer> send(Send send, List<Intent> intents) {
        return client.send(processes.incrementAndGet(), intents.get(send.intent()), send.timeout(), send.fault());
    }

    /** Repeats the operation until it has a final answer, or the time is over. */
    private Optional<Answer> settle(Intent intent) throws TargetException {
        int process = processes.incrementAndGet();
        long end = System.nanoTime() + plan.pace().settle().toNanos();
        long pause = FIRST_PAUSE;
        while (true) {
            Optional<Answer> answer = client.send(process, intent, plan.pace().timeout(), Optional.empty());
            if (answer.stream().anyMatch(given -> given.meaning().isFinal()) || stuck) {
                return answer;
            }
            if (System.nanoTime() > end) {
                stuck = true;
                return answer;
            }
            if (client.silence().compareTo(plan.pace().settle()) > 0) {
                throw new TargetException(RunTexts.lost(client.silence()));
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(LONGEST_PAUSE, pause * 2);
        }
    }

    /** The intent with what its needs gave; one script asks for each of them once. */
    private Intent prepare(Intent intent, Map<String, Map<String, String>> prepared) throws TargetException {
        Map<String, String> values = new HashMap<>();
        for (var need : intent.request().needs().entrySet()) {
            String kept = need.getKey() + "=" + need.getValue();
            Map<String, String> members = prepared.get(kept);
            if (members == null) {
                members = first(need.getValue(), prepared);
                prepared.put(kept, members);
            }
            members.forEach((member, value) -> values.put(need.getKey() + "." + member, value));
        }
        return intent.with(values);
    }

    private Map<String, String> first(String request, Map<String, Map<String, String>> prepared)
            throws TargetException {
        Intent intent;
        synchronized (scripts) {
            intent = scripts.intent(request);
        }
        Intent ready = prepare(intent, prepared);
        Optional<Answer> answer = settle(ready);
        if (answer.stream().noneMatch(given -> given.meaning() == Meaning.SUCCESS)) {
            throw new TargetException(
                    RunTexts.need(request, answer.map(Answer::toString).orElse("no answer")));
        }
        Map<String, String> members =
                new HashMap<>(Bodies.members(answer.orElseThrow().body()));
        members.put("user", ready.values().getOrDefault("user", ""));
        members.put("ref", ready.values().getOrDefault("ref", ""));
        return members;
    }

    @Override
    public void close() {
        senders.shutdownNow();
    }
}
