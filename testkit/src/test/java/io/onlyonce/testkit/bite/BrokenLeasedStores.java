package io.onlyonce.testkit.bite;

import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.record.Claim;
import io.onlyonce.record.ClaimRequest;
import io.onlyonce.record.Completion;
import io.onlyonce.record.Fence;
import io.onlyonce.record.LeasedRecordStore;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.contract.LeasedRecordStoreContract;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Leased stores with one fault each; none may pass the suite. */
final class BrokenLeasedStores {
    private BrokenLeasedStores() {}

    /** A sound store in front of which each fault is put. */
    abstract static class Pupil extends LeasedRecordStoreContract implements LeasedRecordStore {
        private Duration ahead = Duration.ZERO;
        final MemoryLeasedRecordStore sound = new MemoryLeasedRecordStore(
                () -> InstantSource.system().instant().plus(ahead));

        @Override
        protected LeasedRecordStore store() {
            return this;
        }

        @Override
        protected void expire(RecordKey key) {
            ahead = ahead.plusHours(2);
        }

        @Override
        protected void expireLease(RecordKey key) {
            ahead = ahead.plusMinutes(2);
        }

        @Override
        protected void purgeExpired() {
            sound.purgeExpired(1000);
        }

        @Override
        protected long countRecords() {
            return sound.size();
        }

        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(request);
        }

        @Override
        public Claim takeOver(ClaimRequest request, Fence lost) {
            return sound.takeOver(request, lost);
        }

        @Override
        public boolean renew(RecordKey key, Fence fence, Duration lease) {
            return sound.renew(key, fence, lease);
        }

        @Override
        public boolean complete(RecordKey key, Fence fence, Completion completion) {
            return sound.complete(key, fence, completion);
        }

        @Override
        public boolean release(RecordKey key, Fence fence) {
            return sound.release(key, fence);
        }

        @Override
        public boolean abandon(RecordKey key, Fence fence) {
            return sound.abandon(key, fence);
        }
    }

    static class Sound extends Pupil {}

    /** Knows the fence of each key's last owner, to write by key alone. */
    abstract static class ByKeyAlone extends Pupil {
        final ConcurrentMap<RecordKey, Fence> last = new ConcurrentHashMap<>();

        @Override
        public Claim claim(ClaimRequest request) {
            return noted(request.key(), sound.claim(request));
        }

        @Override
        public Claim takeOver(ClaimRequest request, Fence lost) {
            return noted(request.key(), sound.takeOver(request, lost));
        }

        private Claim noted(RecordKey key, Claim claim) {
            if (claim instanceof Claim.Claimed claimed) {
                last.put(key, claimed.fence());
            }
            return claim;
        }

        final Fence owner(RecordKey key, Fence fence) {
            return last.getOrDefault(key, fence);
        }
    }

    static class CompletesByKeyAlone extends ByKeyAlone {
        @Override
        public boolean complete(RecordKey key, Fence fence, Completion completion) {
            return sound.complete(key, owner(key, fence), completion);
        }
    }

    static class RenewsByKeyAlone extends ByKeyAlone {
        @Override
        public boolean renew(RecordKey key, Fence fence, Duration lease) {
            return sound.renew(key, owner(key, fence), lease);
        }
    }

    static class ReleasesByKeyAlone extends ByKeyAlone {
        @Override
        public boolean release(RecordKey key, Fence fence) {
            return sound.release(key, owner(key, fence));
        }
    }

    static class AbandonsByKeyAlone extends ByKeyAlone {
        @Override
        public boolean abandon(RecordKey key, Fence fence) {
            return sound.abandon(key, owner(key, fence));
        }
    }

    /** Takes over whatever is lost now, whoever lost it. */
    static class TakesOverByKeyAlone extends ByKeyAlone {
        @Override
        public Claim takeOver(ClaimRequest request, Fence lost) {
            return super.takeOver(request, owner(request.key(), lost));
        }
    }

    /** Takes over without looking at the lease. */
    static class TakesOverTheLiving extends Pupil {
        @Override
        public Claim takeOver(ClaimRequest request, Fence lost) {
            sound.abandon(request.key(), lost);
            return sound.takeOver(request, lost);
        }
    }

    /** Everybody who asks after a lost claim may take it over: release, then claim. */
    static class LosesAttempts extends Pupil {
        @Override
        public Claim takeOver(ClaimRequest request, Fence lost) {
            if (sound.claim(request) instanceof Claim.Abandoned abandoned
                    && abandoned.fence().equals(lost)) {
                sound.release(request.key(), lost);
            }
            return sound.claim(request);
        }
    }

    /** Counts fences in the row: they begin anew when the row goes. */
    static class CountsFencesInTheRow extends Pupil {
        private final ConcurrentMap<RecordKey, Fence> real = new ConcurrentHashMap<>();

        @Override
        public Claim claim(ClaimRequest request) {
            return shown(request.key(), sound.claim(request));
        }

        @Override
        public Claim takeOver(ClaimRequest request, Fence lost) {
            return shown(request.key(), sound.takeOver(request, real.getOrDefault(request.key(), lost)));
        }

        private Claim shown(RecordKey key, Claim claim) {
            if (claim instanceof Claim.Claimed claimed) {
                real.put(key, claimed.fence());
                return new Claim.Claimed(new Fence(claimed.attempt()), claimed.attempt());
            }
            return claim;
        }

        @Override
        public boolean complete(RecordKey key, Fence fence, Completion completion) {
            return sound.complete(key, real.getOrDefault(key, fence), completion);
        }

        @Override
        public boolean release(RecordKey key, Fence fence) {
            return sound.release(key, real.getOrDefault(key, fence));
        }
    }

    static class RoundsLeasesUp extends Pupil {
        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(new ClaimRequest(
                    request.key(),
                    request.fingerprint(),
                    Duration.ofSeconds(request.time().toSeconds() + 1)));
        }
    }

    static class RoundsLeasesDown extends Pupil {
        @Override
        public Claim claim(ClaimRequest request) {
            return sound.claim(new ClaimRequest(
                    request.key(),
                    request.fingerprint(),
                    Duration.ofSeconds(request.time().toSeconds())));
        }
    }

    static class NeverRenews extends Pupil {
        @Override
        public boolean renew(RecordKey key, Fence fence, Duration lease) {
            return true;
        }
    }

    static class NeverAbandons extends Pupil {
        @Override
        public boolean abandon(RecordKey key, Fence fence) {
            return true;
        }
    }

    static class KeepsReleased extends Pupil {
        @Override
        public boolean release(RecordKey key, Fence fence) {
            return sound.abandon(key, fence);
        }
    }

    /** A purge that takes every row without an answer for rubbish. */
    static class PurgesClaims extends Pupil {
        private final ConcurrentMap<RecordKey, Fence> claims = new ConcurrentHashMap<>();

        @Override
        public Claim claim(ClaimRequest request) {
            Claim claim = sound.claim(request);
            if (claim instanceof Claim.Claimed claimed) {
                claims.put(request.key(), claimed.fence());
            }
            return claim;
        }

        @Override
        protected void purgeExpired() {
            super.purgeExpired();
            claims.forEach(sound::release);
        }
    }
}
