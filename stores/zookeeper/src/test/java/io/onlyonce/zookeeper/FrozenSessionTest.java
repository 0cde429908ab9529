package io.onlyonce.zookeeper;

import java.time.Duration;

/** A frozen holder whose session ends before its lease does. */
class FrozenSessionTest extends FrozenHolderTest {
    @Override
    protected Class<?> child() {
        return Child.class;
    }

    @Override
    protected Duration lease() {
        return Duration.ofSeconds(30);
    }

    /** The process that is frozen. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            FrozenHolderTest.hold(arguments, Duration.ofSeconds(6));
        }
    }
}
