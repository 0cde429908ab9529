package io.onlyonce.verify.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Gives tests their {@link Verifier}, and hands what their runs saw to JUnit's output directory. */
final class VerifierExtension implements ParameterResolver, AfterTestExecutionCallback {
    private static final Namespace NAMESPACE = Namespace.create(VerifierExtension.class);

    /** The directories of a test's runs. */
    private record Runs(List<Path> directories) {
        Path next() {
            try {
                Path directory = Files.createTempDirectory("onlyonce-verify");
                directories.add(directory);
                return directory;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Verifier.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Method test = context.getRequiredTestMethod();
        UnaryOperator<PlanVerification> kept =
                verification -> verification.savedIn(runs(context).next());
        return new Verifier(() -> plan(test), kept);
    }

    private static String plan(Method test) {
        return AnnotationSupport.findAnnotation(test, IdempotencyTest.class)
                .map(IdempotencyTest::plan)
                .filter(plan -> !plan.isEmpty())
                .orElseThrow(() -> new IllegalStateException(JunitTexts.noPlanNamed(test)));
    }

    private static Runs runs(ExtensionContext context) {
        return context.getStore(NAMESPACE).computeIfAbsent(Runs.class, any -> new Runs(new ArrayList<>()), Runs.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        List<Path> directories = runs(context).directories();
        for (int i = 0; i < directories.size(); i++) {
            Path from = directories.get(i);
            context.publishDirectory("onlyonce-verify-" + (i + 1), to -> copy(from, to));
        }
        if (directories.isEmpty() && context.getExecutionException().isEmpty()) {
            throw new AssertionError(JunitTexts.nothingVerified(context.getRequiredTestMethod()));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
            }
        }
    }
}
