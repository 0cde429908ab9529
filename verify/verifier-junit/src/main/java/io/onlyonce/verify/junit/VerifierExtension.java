package io.onlyonce.verify.junit;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives tests their {@link Verifier}, and keeps what their runs saw in JUnit's output directory. */
final class VerifierExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(VerifierExtension.class);

    /** How many runs a test has had. */
    private record Runs(AtomicInteger number) {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Verifier.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Method test = context.getRequiredTestMethod();
        long seed = annotation(test).map(IdempotencyTest::seed).orElse(0L);
        UnaryOperator<PlanVerification> kept = verification -> {
            PlanVerification saved = verification.savedIn(next(context));
            return seed == 0 ? saved : saved.seed(seed);
        };
        return new Verifier(() -> plan(test), kept);
    }

    private static String plan(Method test) {
        return annotation(test)
                .map(IdempotencyTest::plan)
                .filter(plan -> !plan.isEmpty())
                .orElseThrow(() -> new IllegalStateException(JunitTexts.noPlanNamed(test)));
    }

    private static Optional<IdempotencyTest> annotation(Method test) {
        return AnnotationSupport.findAnnotation(test, IdempotencyTest.class);
    }

    private static Runs runs(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .computeIfAbsent(Runs.class, any -> new Runs(new AtomicInteger()), Runs.class);
    }

    /** A directory that JUnit keeps; the run writes into it, so that what a failure says of it stays true. */
    private static Path next(ExtensionContext context) {
        AtomicReference<Path> directory = new AtomicReference<>();
        context.publishDirectory("onlyonce-verify-" + runs(context).number().incrementAndGet(), directory::set);
        return Objects.requireNonNull(directory.get(), "JUnit gave no directory.");
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (runs(context).number().get() == 0 && context.getExecutionException().isEmpty()) {
            throw new AssertionError(JunitTexts.nothingVerified(context.getRequiredTestMethod()));
        }
    }
}
