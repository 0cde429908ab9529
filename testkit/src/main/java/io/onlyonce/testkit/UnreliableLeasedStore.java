package io.onlyonce.testkit;

import io.onlyonce.error.StoreUnavailableException;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/** A leased store that can be taken out of reach, or whose answers get lost after it has done what it was asked for. Thread-safe. */
public final class UnreliableLeasedStore implements LeasedRecordStore {
    private final LeasedRecordStore store;
    private volatile boolean down;
    private volatile boolean losesAnswers;

    /** In front of this one; reliable until told otherwise. */
    public UnreliableLeasedStore(LeasedRecordStore store) {
        this.store = store;
    }

    /** From now on every call fails, and nothing reaches the store. */
    public void goDown() {
        down = true;
    }

    /** From now on every call is carried out, and then fails. */
    public void loseAnswers() {
        losesAnswers = true;
    }

    /** From now on it is reliable. */
    public void comeBack() {
        down = false;
        losesAnswers = false;
    }

    private <R> R through(Supplier<R> verb) {
        if (down) {
            throw new StoreUnavailableException(new IOException("injected: the store is down"));
        }
        R answer = verb.get();
        if (losesAnswers) {
            throw new StoreUnavailableException(new IOException("injected: the answer is lost"));
        }
        return answer;
    }

    @Override
    public Claim claim(ClaimRequest request) {
        return through(() -> store.claim(request));
    }

    @Override
    public Claim takeOver(ClaimRequest request, Fence lost) {
        return through(() -> store.takeOver(request, lost));
    }

    @Override
    public boolean renew(RecordKey key, Fence fence, Duration lease) {
        return through(() -> store.renew(key, fence, lease));
    }

    @Override
    public boolean complete(RecordKey key, Fence fence, Completion completion) {
        return through(() -> store.complete(key, fence, completion));
    }

    @Override
    public boolean release(RecordKey key, Fence fence) {
        return through(() -> store.release(key, fence));
    }

    @Override
    public boolean abandon(RecordKey key, Fence fence) {
        return through(() -> store.abandon(key, fence));
    }
}
