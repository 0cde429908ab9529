package io.onlyonce.shop.web;

import io.onlyonce.shop.Money;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/** Why a body could not be read: no JSON, a member that is not known, a value of the wrong type. Names no class of the program. */
final class UnreadableBody {
    private UnreadableBody() {}

    static Problem problem(HttpMessageNotReadableException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof Problem problem) {
                return problem;
            }
            if (cause instanceof UnrecognizedPropertyException unknown) {
                return Problems.unknownField(unknown.getPropertyName());
            }
            if (cause instanceof DatabindException mismatch) {
                return Problems.invalidValue(field(mismatch), rule(mismatch));
            }
            if (cause instanceof JacksonException syntax) {
                return Problems.malformedJson(reason(syntax));
            }
        }
        return Problems.malformedJson("it is missing or was cut off");
    }

    private static String field(DatabindException failure) {
        String path = failure.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "the body" : path;
    }

    private static String rule(DatabindException failure) {
        Class<?> wanted = wanted(failure);
        if (wanted == Money.class) {
            return Money.RULE;
        }
        if (wanted == String.class) {
            return "must be a JSON string";
        }
        if (wanted != null && Number.class.isAssignableFrom(wanted)) {
            return "must be a JSON number";
        }
        if (wanted != null && wanted.isEnum()) {
            return "must be one of " + Arrays.toString(wanted.getEnumConstants());
        }
        return "must be a JSON object with the fields that this endpoint knows";
    }

    private static @Nullable Class<?> wanted(DatabindException failure) {
        if (failure instanceof ValueInstantiationException refused) {
            return refused.getType().getRawClass();
        }
        return failure instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
    }

    /** Jackson's own words, without the places and types that it adds in parentheses. */
    private static String reason(JacksonException syntax) {
        String message = String.valueOf(syntax.getOriginalMessage())
                .split("[(\\[:]", 2)[0]
                .strip();
        return "line " + syntax.getLocation().getLineNr() + ", column "
                + syntax.getLocation().getColumnNr() + ": " + message;
    }
}
