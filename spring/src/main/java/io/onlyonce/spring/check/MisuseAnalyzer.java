package io.onlyonce.spring.check;

import io.onlyonce.error.MisuseException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows a start-up check's text instead of a stack trace. */
public final class MisuseAnalyzer extends AbstractFailureAnalyzer<MisuseException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MisuseException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
