package io.onlyonce.testkit.bite;

import io.onlyonce.inbox.InboxEntry;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.RecordKey;
import io.onlyonce.record.RecordState;
import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.testkit.memory.MemorySagaFixture;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** What sagas stand on, with one fault each; none may pass its suite. */
final class BrokenSagas {
    private BrokenSagas() {}

    static class Sound extends MemorySagaFixture {}

    /** Says that it keeps what is unfinished, and does not. */
    static class ForgetsWhatIsUnfinished extends MemorySagaFixture {
        @Override
        protected InboxStore around(InboxStore sound) {
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
    static class ForgetsRefusals extends MemorySagaFixture {
        @Override
        protected TransactionalRecordStore around(TransactionalRecordStore records) {
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
    static class ForgetsSteps extends MemorySagaFixture {
        @Override
        protected TransactionalRecordStore around(TransactionalRecordStore records) {
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
