package io.onlyonce.spring.check;

import io.onlyonce.error.MisuseException;
import io.onlyonce.memory.MemoryLeasedRecordStore;
import io.onlyonce.memory.MemoryRecordStore;
import io.onlyonce.memory.MemoryTokenStore;
import io.onlyonce.memory.MemoryUsedMarks;
import io.onlyonce.spring.SpringTexts;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** Refuses stores in memory outside of the profiles "test" and "dev". */
public final class MemoryStoreCheck implements SmartInitializingSingleton {
    private final ListableBeanFactory beans;
    private final Environment environment;

    public MemoryStoreCheck(ListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (environment.acceptsProfiles(Profiles.of("test | dev"))) {
            return;
        }
        Stream.of(MemoryRecordStore.class, MemoryLeasedRecordStore.class, MemoryTokenStore.class, MemoryUsedMarks.class)
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type)))
                .findFirst()
                .ifPresent(bean -> {
                    throw new MisuseException(SpringTexts.memoryStore(bean));
                });
    }
}
