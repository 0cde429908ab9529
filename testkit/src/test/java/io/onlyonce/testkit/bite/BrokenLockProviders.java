package io.onlyonce.testkit.bite;

import io.onlyonce.lock.Grant;
import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.memory.MemoryLockProvider;
import io.onlyonce.record.Fence;
import io.onlyonce.testkit.contract.LockProviderContract;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Lock providers with one fault each; none may pass the suite. */
final class BrokenLockProviders {
    private BrokenLockProviders() {}

    /** A sound provider in front of which each fault is put. */
    abstract static class Pupil extends LockProviderContract implements LockProvider {
        final MemoryLockProvider sound = new MemoryLockProvider();
        final ConcurrentMap<LockName, Grant> latest = new ConcurrentHashMap<>();

        @Override
        protected LockProvider provider() {
            return this;
        }

        @Override
        protected void expire(LockName name) {
            sound.expire(name);
        }

        @Override
        public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
            Optional<Grant> grant = sound.tryAcquire(name, owner, lease);
            grant.ifPresent(given -> latest.put(name, given));
            return grant;
        }

        @Override
        public boolean renew(Grant grant, Duration lease) {
            return sound.renew(grant, lease);
        }

        @Override
        public boolean release(Grant grant) {
            return sound.release(grant);
        }
    }

    static class Sound extends Pupil {}

    /** What a plain DEL does. */
    static class ReleasesByNameAlone extends Pupil {
        @Override
        public boolean release(Grant grant) {
            Grant whoever = latest.get(grant.name());
            return whoever != null && sound.release(whoever);
        }
    }

    static class RenewsByNameAlone extends Pupil {
        @Override
        public boolean renew(Grant grant, Duration lease) {
            Grant whoever = latest.get(grant.name());
            return whoever != null && sound.renew(whoever, lease);
        }
    }

    static class FenceNeverRises extends Pupil {
        @Override
        public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
            return super.tryAcquire(name, owner, lease).map(grant -> new Grant(name, owner, new Fence(1)));
        }
    }

    /** Whole seconds, as EX has them. */
    static class RoundsLeasesDown extends Pupil {
        @Override
        public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
            return super.tryAcquire(name, owner, Duration.ofSeconds(lease.toSeconds()));
        }
    }

    static class NeverRenews extends Pupil {
        @Override
        public boolean renew(Grant grant, Duration lease) {
            return true;
        }
    }

    static class ForgetsItsOwner extends Pupil {
        @Override
        public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
            return super.tryAcquire(name, owner + System.nanoTime(), lease);
        }
    }

    static class IgnoresCase extends Pupil {
        @Override
        public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
            return super.tryAcquire(new LockName(name.value().toLowerCase(Locale.ROOT)), owner, lease);
        }
    }

    /** Check, then act. */
    static class GrantsToAll extends Pupil {
        @Override
        public Optional<Grant> tryAcquire(LockName name, String owner, Duration lease) {
            Optional<Grant> grant = super.tryAcquire(name, owner, lease);
            return grant.isPresent() ? grant : Optional.ofNullable(latest.get(name));
        }
    }
}
