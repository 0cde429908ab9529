package io.onlyonce.verify.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class ExtensionTest {
    @TempDir
    Path output;

    /** Run by the tests below, not by the build. */
    static class Cases {
        private static OrderService right;
        private static OrderService forgetful;

        @BeforeAll
        static void start() throws Exception {
            right = new OrderService(false);
            forgetful = new OrderService(true);
        }

        @AfterAll
        static void stop() {
            right.close();
            forgetful.close();
        }

        @IdempotencyTest(plan = "classpath:plans/orders.yaml")
        void planned(Verifier verifier) {
            verifier.set("PORT", right.port()).verify();
        }

        @IdempotencyTest(plan = "src/test/resources/plans/orders.yaml", seed = 4711)
        void broken(Verifier verifier) {
            verifier.set("PORT", forgetful.port()).verify();
        }

        @IdempotencyTest
        void fluent(Verifier verifier) {
            verifier.of(right.url())
                    .post("/orders")
                    .json("{\"ref\":\"${ref}\"}")
                    .key("Idempotency-Key")
                    .user("everybody")
                    .effects(right::effects)
                    .verify();
        }

        @IdempotencyTest
        void idle(Verifier verifier) {
            verifier.of(right.url()).post("/orders");
        }

        @IdempotencyTest
        void planless(Verifier verifier) {
            verifier.verify();
        }

        @IdempotencyTest(plan = "classpath:plans/none.yaml")
        void lost(Verifier verifier) {
            verifier.verify();
        }
    }

    @Test
    @DisplayName(
            "a right service passes by plan and in code; a broken one, an idle test and a missing plan fail; what runs saw is kept")
    void cases() throws Exception {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Cases.class))
                .outputDirectoryCreator(new OutputDirectoryCreator() {
                    @Override
                    public Path getRootDirectory() {
                        return output;
                    }

                    @Override
                    public Path createOutputDirectory(TestDescriptor test) throws IOException {
                        return Files.createDirectories(output.resolve(test.getDisplayName()));
                    }
                })
                .execute();
        var tests = results.testEvents();
        tests.assertThatEvents()
                .haveExactly(1, event(test("planned"), finishedSuccessfully()))
                .haveExactly(1, event(test("fluent"), finishedSuccessfully()))
                .haveExactly(
                        1,
                        event(
                                test("broken"),
                                finishedWithFailure(
                                        instanceOf(AssertionError.class),
                                        message(text -> text.startsWith("INVALID")
                                                && text.contains("(seed 4711, ")
                                                && text.contains("Saved in " + output.toString())))))
                .haveExactly(
                        1,
                        event(
                                test("idle"),
                                finishedWithFailure(
                                        instanceOf(AssertionError.class),
                                        message(text -> text.contains("verified nothing")))))
                .haveExactly(
                        1,
                        event(test("planless"), finishedWithFailure(message(text -> text.contains("names no plan")))))
                .haveExactly(
                        1, event(test("lost"), finishedWithFailure(message(text -> text.contains("plans/none.yaml")))));
        try (var files = Files.walk(output)) {
            assertThat(files.filter(file -> file.endsWith("report.html"))).hasSize(3);
        }
        assertThat(output.resolve("broken(Verifier)/onlyonce-verify-1/plan.yaml"))
                .exists();
    }
}
