package io.onlyonce.spring.check;

import io.onlyonce.spring.Idempotent;
import jakarta.annotation.PostConstruct;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.springframework.aop.framework.AopContext;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Lazy;
import org.springframework.scheduling.annotation.Async;

/** Annotated methods in places where a proxy does not see their calls. */
@SuppressWarnings("UnusedVariable") // the parameters are for key expressions
final class Placements {
    private Placements() {}

    static class PrivateMethod {
        @Idempotent(key = "#key")
        private void pay(String key) {}

        void use() {
            pay("k");
        }
    }

    static class StaticMethod {
        @Idempotent(key = "#key")
        static void pay(String key) {}
    }

    static class FinalMethod {
        @Idempotent(key = "#key")
        public final void pay(String key) {}
    }

    static class CalledAtConstruction {
        @Idempotent(key = "'start'")
        @PostConstruct
        public void pay() {}
    }

    static class CalledAtInitialization implements InitializingBean {
        @Override
        @Idempotent(key = "'start'")
        public void afterPropertiesSet() {}
    }

    static class AsyncMethod {
        @Idempotent(key = "#key")
        @Async
        public void pay(String key) {}
    }

    @Async
    static class AsyncClass {
        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    static class CallsThis {
        public void payAll() {
            pay("k");
        }

        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    static class CallsThisInLambda {
        public void payLater(Executor executor) {
            executor.execute(() -> pay("k"));
        }

        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    static class CallsThisByReference {
        public void payAll(Iterable<String> keys) {
            keys.forEach(this::pay);
        }

        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    static class CallsThisInAnonymousClass {
        public Supplier<String> payLater() {
            return new Supplier<>() {
                @Override
                public String get() {
                    return pay("k");
                }
            };
        }

        @Idempotent(key = "#key")
        public String pay(String key) {
            return key;
        }
    }

    abstract static class CallingParent {
        public void payAll() {
            pay("k");
        }

        public abstract void pay(String key);
    }

    static class CalledByParent extends CallingParent {
        @Override
        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    abstract static class GenericParent<T> {
        public void payAll(T order) {
            pay(order);
        }

        public abstract void pay(T order);
    }

    static class CalledByGenericParent extends GenericParent<String> {
        @Override
        @Idempotent(key = "#order")
        public void pay(String order) {}
    }

    static class CalledInConstructor {
        CalledInConstructor() {
            pay("k");
        }

        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    static class Recursive {
        @Idempotent(key = "#key")
        public void pay(String key) {
            if (!key.isEmpty()) {
                pay(key.substring(1));
            }
        }
    }

    /** Gets its own proxy injected, which is right. */
    static class CallsItsProxy {
        private final CallsItsProxy self;

        CallsItsProxy(@Lazy CallsItsProxy self) {
            this.self = self;
        }

        public void payAll() {
            self.pay("k");
        }

        @Idempotent(key = "#key")
        public void pay(String key) {}
    }

    /** Looks its own proxy up, which is right. */
    static class LooksItsProxyUp {
        private final ObjectProvider<LooksItsProxyUp> self;

        LooksItsProxyUp(ObjectProvider<LooksItsProxyUp> self) {
            this.self = self;
        }

        public void payAll() {
            self.getObject().pay("k");
        }

        public void payAllAgain() {
            ((LooksItsProxyUp) AopContext.currentProxy()).pay("k");
        }

        public void payWith(LooksItsProxyUp other) {
            other.pay("k");
        }

        @Idempotent(key = "#key")
        public void pay(String key) {}

        public void pay(int other) {}

        public void callsTheOverload() {
            pay(1);
        }
    }

    static class Overridden {
        public void pay(String key) {}
    }

    /** The protected method calls what it overrides, which is right. */
    static class CallsWhatItOverrides extends Overridden {
        @Override
        @Idempotent(key = "#key")
        public void pay(String key) {
            super.pay(key);
        }
    }
}
