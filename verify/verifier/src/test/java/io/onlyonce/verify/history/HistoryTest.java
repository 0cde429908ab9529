package io.onlyonce.verify.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A history")
class HistoryTest {
    private static final Call CALL = new Call(new Identity("place", "alice", "k1"), "r1", "f1", "POST /orders");

    @Test
    @DisplayName("pairs beginnings with ends, and refuses what does not pair")
    void pairs() {
        Event begin = new Event.Invoked(1, 1, 1, CALL, "");
        Event end = new Event.Unknown(2, 1, "timed out");
        History history = History.of(List.of(begin, new Event.Noted(1, "node 1 killed"), end));
        assertThat(history.attempts()).singleElement().matches(Attempt::isUnknown);
        assertThat(history.attempts().get(0).over()).isEqualTo(Long.MAX_VALUE);
        assertThat(history.only(List.of()).events()).containsExactly(new Event.Noted(1, "node 1 killed"));
        assertThatThrownBy(() -> History.of(List.of(end))).hasMessageContaining("ends without a beginning");
        assertThatThrownBy(() -> History.of(List.of(begin, begin))).hasMessageContaining("begins twice");
        assertThatThrownBy(() -> History.of(List.of(begin, end, end))).hasMessageContaining("ends twice");
    }

    @Test
    @DisplayName("is whole and in order when many threads take it down")
    void concurrently() throws Exception {
        Recorder recorder = new Recorder();
        int threads = 8;
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        for (int thread = 0; thread < threads; thread++) {
            int process = thread;
            pool.execute(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                for (int i = 0; i < 500; i++) {
                    int attempt = recorder.nextAttempt();
                    recorder.add(at -> new Event.Invoked(at, attempt, process, CALL, ""));
                    recorder.add(at -> new Event.NotSent(at, attempt, "refused"));
                }
            });
        }
        start.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        History history = recorder.history();
        assertThat(history.attempts()).hasSize(threads * 500).noneMatch(Attempt::mayHaveArrived);
        assertThat(history.events()).isSortedAccordingTo((one, other) -> Long.compare(one.at(), other.at()));
        assertThat(history.attempts()).allMatch(attempt -> attempt.start() <= attempt.over());
        assertThat(recorder.begun()).isEqualTo(threads * 500);
        assertThat(recorder.counts()).containsExactly(entry("not sent", threads * 500));
        assertThat(recorder.refs()).containsExactly("r1");
    }

    @Test
    @DisplayName("counts each planned kind of fault, also one that never came")
    void faults() {
        History history = History.of(List.of(
                new Event.Planned(0, "cut-after"),
                new Event.Planned(0, "kill"),
                new Event.Planned(0, "pause"),
                new Event.Invoked(1, 1, 1, CALL, "cut-after"),
                new Event.Dealt(2, "kill"),
                new Event.Dealt(3, "kill")));
        assertThat(history.faults()).containsExactly(entry("cut-after", 1), entry("kill", 2), entry("pause", 0));
    }
}
