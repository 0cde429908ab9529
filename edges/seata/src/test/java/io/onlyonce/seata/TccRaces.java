package io.onlyonce.seata;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.testkit.Herd;
import io.onlyonce.testkit.Herd.Ended;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** The same cases at once: in one process, where memory decides, and in several, where the database does. */
abstract class TccRaces extends TccFixture {
    private static final int TIMES = 50;
    private static final Herd HERD = Herd.of(3);

    private Debit[] processes(RepetitionInfo repetition) {
        Debit one = process();
        return repetition.getCurrentRepetition() % 2 == 0
                ? new Debit[] {one, one, one}
                : new Debit[] {one, process(), process()};
    }

    @RepeatedTest(TIMES)
    @DisplayName("confirm and confirm")
    void confirms(RepetitionInfo repetition) throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        Debit[] processes = processes(repetition);
        assertThat(HERD.runAll(member -> branch.confirm(processes[member]))).containsOnly(true);
        branch.assertConfirmed();
    }

    @RepeatedTest(TIMES)
    @DisplayName("cancel and cancel")
    void cancels(RepetitionInfo repetition) throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        Debit[] processes = processes(repetition);
        assertThat(HERD.runAll(member -> branch.cancel(processes[member]))).containsOnly(true);
        branch.assertCancelled();
    }

    @RepeatedTest(TIMES)
    @DisplayName("try, cancel and cancel: nothing stays reserved, whoever comes first")
    void cancelsAndTry(RepetitionInfo repetition) {
        Branch branch = new Branch();
        Debit[] processes = processes(repetition);
        int trying = repetition.getCurrentRepetition() % 3;
        List<Ended<Boolean>> ends = HERD.run(member -> {
            if (member == trying) {
                branch.reserve(processes[member]);
                return true;
            }
            return branch.cancel(processes[member]);
        });
        for (int member = 0; member < ends.size(); member++) {
            if (member == trying && ends.get(member).failure() != null) {
                assertThat(ends.get(member).failure()).isInstanceOf(BranchCancelledException.class);
                branch.assertUntouched();
            } else {
                assertThat(ends.get(member).failure()).isNull();
            }
        }
        branch.assertCancelled();
    }

    @RepeatedTest(TIMES)
    @DisplayName("late tries of a branch that was cancelled before them")
    void lateTries(RepetitionInfo repetition) throws Exception {
        Branch branch = new Branch();
        Debit[] processes = processes(repetition);
        branch.cancel(process());
        assertThat(HERD.run(member -> {
                    branch.reserve(processes[member]);
                    return true;
                }))
                .allSatisfy(late -> assertThat(late.failure()).isInstanceOf(BranchCancelledException.class));
        branch.assertUntouched();
    }

    @RepeatedTest(TIMES)
    @DisplayName("confirm and cancel, by a coordinator gone mad: one takes effect, the other one is told")
    void confirmAndCancels(RepetitionInfo repetition) throws Exception {
        Branch branch = new Branch();
        branch.reserve(process());
        Debit[] processes = processes(repetition);
        int confirming = repetition.getCurrentRepetition() % 3;
        List<Ended<Boolean>> ends = HERD.run(
                member -> member == confirming ? branch.confirm(processes[member]) : branch.cancel(processes[member]));
        boolean confirmed = ends.get(confirming).failure() == null;
        for (int member = 0; member < ends.size(); member++) {
            if (confirmed == (member == confirming)) {
                assertThat(ends.get(member).failure()).isNull();
            } else {
                assertThat(ends.get(member).failure()).isInstanceOf(BranchEndedException.class);
            }
        }
        if (confirmed) {
            branch.assertConfirmed();
        } else {
            branch.assertCancelled();
        }
    }
}
