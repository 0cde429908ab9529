package io.onlyonce.testkit.memory;

import io.onlyonce.lock.LockName;
import io.onlyonce.lock.LockProvider;
import io.onlyonce.memory.MemoryLockProvider;
import io.onlyonce.testkit.contract.LockProviderContract;

class MemoryLockProviderTest extends LockProviderContract {
    private final MemoryLockProvider provider = new MemoryLockProvider();

    @Override
    protected LockProvider provider() {
        return provider;
    }

    @Override
    protected void expire(LockName name) {
        provider.expire(name);
    }
}
