package io.onlyonce.testkit.bite;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.memory.MemoryInbox;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTransactions;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.contract.Bank;
import io.onlyonce.testkit.contract.SagaContract;
import io.onlyonce.testkit.memory.MemoryBank;
import io.onlyonce.transaction.TransactionRunner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/** What sagas stand on, with one fault each; none may pass its suite. */
final class BrokenSagas {
    private BrokenSagas() {}

    /** Sound stores in memory, around which each fault is put. */
    abstract static class Pupil extends SagaContract {
        private static final Duration LATER = Duration.ofMinutes(3);

        private Duration ahead = Duration.ZERO;
        private final InstantSource clock =
                () -> InstantSource.system().instant().plus(ahead);
        private final MemoryTransactions home = new MemoryTransactions();
        private final InboxStore inbox = new MemoryInbox(home, clock);
        private final LeasedRecordStore store = new MemoryLeasedRecordStore(clock);
        private final List<Bank> banks = List.of(bank(), bank());

        private Bank bank() {
            MemoryTransactions transactions = new MemoryTransactions();
            return new MemoryBank(transactions, around(new MemoryRecordStore(transactions, clock)));
        }

        TransactionalRecordStore around(TransactionalRecordStore records) {
            return records;
        }

        InboxStore around(InboxStore sound) {
            return sound;
        }

        @Override
        protected LeasedRecordStore store() {
            return store;
        }

        @Override
        protected InboxStore inbox() {
            return around(inbox);
        }

        @Override
        protected TransactionRunner home() {
            return home;
        }

        @Override
        protected Bank bank(int number) {
            return banks.get(number);
        }

        @Override
        protected void later() {
            ahead = ahead.plus(LATER);
        }
    }

    static class Sound extends Pupil {}

    /** Says that it keeps what is unfinished, and does not. */
    static class ForgetsWhatIsUnfinished extends Pupil {
        @Override
        InboxStore around(InboxStore sound) {
            return (InboxStore) Proxy.newProxyInstance(
                    InboxStore.class.getClassLoader(), new Class<?>[] {InboxStore.class}, (self, method, arguments) -> {
                        if (method.getName().equals("put") && arguments[0] instanceof InboxEntry) {
                            return true;
                        }
                        try {
                            return method.invoke(sound, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }
    }

    /** Takes a step that was refused for one that was taken. */
    static class ForgetsRefusals extends Pupil {
        @Override
        TransactionalRecordStore around(TransactionalRecordStore records) {
            return new Records(records) {
                @Override
                public void complete(RecordKey key, Fence fence, Completion completion) {
                    Completion taken =
                            new Completion(RecordState.COMPLETED, null, completion.answer(), completion.retention());
                    super.complete(key, fence, taken);
                }
            };
        }
    }

    /** Remembers no step. */
    static class ForgetsSteps extends Pupil {
        @Override
        TransactionalRecordStore around(TransactionalRecordStore records) {
            return new Records(records) {
                @Override
                public Claim claim(ClaimRequest request) {
                    return new Claim.Claimed(new Fence(1), 1);
                }

                @Override
                public void complete(RecordKey key, Fence fence, Completion completion) {
                    // nothing is there to be completed
                }
            };
        }
    }

    private abstract static class Records implements TransactionalRecordStore {
        private final TransactionalRecordStore sound;

        Records(TransactionalRecordStore sound) {
            this.sound = sound;
        }

        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(request);
        }

        @Override
        public void complete(RecordKey key, Fence fence, Completion completion) {
            sound.complete(key, fence, completion);
        }
    }
}
