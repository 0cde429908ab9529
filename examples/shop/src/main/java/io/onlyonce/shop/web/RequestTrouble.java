package io.onlyonce.shop.web;

import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** What was wrong with a request that did not get as far as the shop, in words that help to correct it. */
final class RequestTrouble {
    private RequestTrouble() {}

    /** The problem for an exception of Spring MVC that has this status. */
    static ProblemDetail body(Exception failure, int status) {
        if (failure instanceof HttpMessageNotReadableException unreadable) {
            return UnreadableBody.problem(unreadable).toBody();
        }
        if (failure instanceof MethodArgumentNotValidException invalid) {
            return invalid(invalid.getBindingResult().getFieldErrors()).toBody();
        }
        if (failure instanceof HandlerMethodValidationException invalid) {
            return invalid(invalid).toBody();
        }
        if (failure instanceof TypeMismatchException mismatch) {
            return Problems.invalidValue(String.valueOf(mismatch.getPropertyName()), "has the wrong type")
                    .toBody();
        }
        ProblemDetail body = Problem.ofStatus(status);
        String remedy = remedy(failure);
        if (remedy != null) {
            body.setDetail(body.getTitle() + ". " + remedy + " Nothing was done.");
        }
        return body;
    }

    private static @Nullable String remedy(Exception failure) {
        if (failure instanceof HttpMediaTypeNotSupportedException type) {
            return "The body's Content-Type must be one of " + type.getSupportedMediaTypes() + ".";
        }
        if (failure instanceof HttpRequestMethodNotSupportedException method) {
            return "This path takes " + method.getSupportedHttpMethods() + ".";
        }
        return failure instanceof NoResourceFoundException ? "There is nothing at this path; check it." : null;
    }

    private static Problem invalid(List<FieldError> errors) {
        return errors.stream()
                .min(Comparator.comparing(FieldError::getField))
                .map(error -> Problems.invalidValue(error.getField(), rule(error.getDefaultMessage())))
                .orElseGet(() -> Problems.invalidValue("the body", "is not valid"));
    }

    private static Problem invalid(HandlerMethodValidationException failure) {
        return failure.getParameterValidationResults().stream()
                .findFirst()
                .map(result -> Problems.invalidValue(
                        String.valueOf(result.getMethodParameter().getParameterName()),
                        rule(result.getResolvableErrors().get(0).getDefaultMessage())))
                .orElseGet(() -> Problems.invalidValue("the request", "is not valid"));
    }

    private static String rule(@Nullable String message) {
        return message == null ? "is not valid" : message;
    }
}
