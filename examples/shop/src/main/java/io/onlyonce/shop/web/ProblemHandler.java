package io.onlyonce.shop.web;

import io.onlyonce.error.OnlyOnceException;
import io.onlyonce.error.OutcomeUnknownException;
import io.onlyonce.error.TokenSpentException;
import io.onlyonce.http.HttpProblem;
import io.onlyonce.http.IdempotencyFilter;
import io.onlyonce.jdbc.SqlFailures;
import io.onlyonce.jdbc.UniqueViolations;
import io.onlyonce.shop.Problem;
import io.onlyonce.shop.Problems;
import io.onlyonce.transaction.TransactionRunner;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns every exception into a problem: the shop's own, Spring MVC's, OnlyOnce's and the database's. */
@RestControllerAdvice
class ProblemHandler extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

    private final TransactionRunner transactions;

    ProblemHandler(TransactionRunner transactions) {
        this.transactions = transactions;
    }

    @ExceptionHandler
    ResponseEntity<Object> handle(Problem problem, WebRequest request) {
        HttpHeaders headers = new HttpHeaders();
        if (problem.status() == 503) {
            headers.set(HttpHeaders.RETRY_AFTER, "1");
        }
        return answer(problem, problem.toBody(), headers, request);
    }

    /** What OnlyOnce answers where the shop calls it itself: the same codes and texts as its filter has for {@code @Idempotent} handlers. */
    @ExceptionHandler
    ResponseEntity<Object> handle(OnlyOnceException refusal, WebRequest request) {
        if (isProtected(request) && refusal instanceof OutcomeUnknownException) {
            throw refusal; // no answer: the engine has to know that there is none
        }
        HttpProblem known = HttpProblem.ofCode(refusal.code()).orElse(null);
        if (known == null) {
            return handleDatabase(refusal, request);
        }
        HttpHeaders headers = new HttpHeaders();
        if (known.status() == 503 || known == HttpProblem.REQUEST_IN_PROGRESS) {
            headers.set(HttpHeaders.RETRY_AFTER, "1");
        }
        String detail = known.status() == 400 ? String.valueOf(refusal.getMessage()) : known.detail();
        return answer(refusal, Problem.body(known.status(), known.code(), known.title(), detail), headers, request);
    }

    /** What went wrong after the token of an order form was consumed: its own answer. The starter has put a fresh token into its header. */
    @ExceptionHandler
    ResponseEntity<Object> handle(TokenSpentException spent, WebRequest request) {
        if (spent.getCause() instanceof Problem refused) {
            return handle(refused, request);
        }
        return spent.getCause() instanceof RuntimeException failure
                ? handleDatabase(failure, request)
                : handleAnything(spent, request);
    }

    /**
     * A transaction that is still open here is OnlyOnce's: it runs the handler again if the database picked it as a deadlock's victim, so it has to see the
     * failure itself. And what a unique key refused in a leased run is the backstop's to judge.
     */
    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ResponseEntity<Object> handleDatabase(RuntimeException failure, WebRequest request) {
        if (transactions.joins() && transactions.retryable(failure)) {
            throw failure;
        }
        if (!transactions.joins() && isProtected(request) && UniqueViolations.isAny(failure)) {
            throw failure;
        }
        if (!isPassing(failure)) {
            return handleAnything(failure, request);
        }
        LOG.warn("The database could not serve {}: {}", path(request), failure.toString());
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, "1");
        return answer(failure, Problems.storeUnavailable().toBody(), headers, request);
    }

    @ExceptionHandler
    ResponseEntity<Object> handleAnything(Exception failure, WebRequest request) {
        LOG.error("{} failed", path(request), failure);
        ProblemDetail body = Problem.body(
                500,
                "internal-error",
                "Internal error",
                "Something went wrong here; the log says what. Send the same request again, with the same key: it takes effect once.");
        return answer(failure, body, new HttpHeaders(), request);
    }

    /** Every exception of Spring MVC comes through here. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure,
            @Nullable Object ignored,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return answer(failure, RequestTrouble.body(failure, status.value()), headers, request);
    }

    private ResponseEntity<Object> answer(
            Exception failure, ProblemDetail body, HttpHeaders headers, WebRequest request) {
        HttpHeaders sent = HttpHeaders.copyOf(headers);
        sent.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        body.setInstance(ProblemWriter.instance(path(request)));
        ResponseEntity<Object> answer =
                super.handleExceptionInternal(failure, body, sent, HttpStatusCode.valueOf(body.getStatus()), request);
        return answer == null ? ResponseEntity.status(body.getStatus()).build() : answer;
    }

    private static boolean isPassing(RuntimeException failure) {
        return SqlFailures.connectionLost(failure)
                || SqlFailures.lockWaitOver(failure)
                || SqlFailures.retryable(failure);
    }

    private static boolean isProtected(WebRequest request) {
        return IdempotencyFilter.isProtecting(((ServletWebRequest) request).getRequest());
    }

    private static String path(WebRequest request) {
        HttpServletRequest servletRequest = ((ServletWebRequest) request).getRequest();
        return servletRequest.getRequestURI();
    }
}
