package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.WebApp;
import jakarta.annotation.security.RolesAllowed;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Handler methods whose protection would fail are refused at start-up. */
@ExtendWith(OutputCaptureExtension.class)
class HandlerCheckTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static void assertRefused(Class<?> controller, String... texts) {
        WebApp.runner(database, controller).run(context -> {
            assertThat(context).hasFailed();
            Throwable reason = NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
            assertThat(reason).isInstanceOf(MisuseException.class);
            assertThat(reason.getMessage())
                    .contains(controller.getName() + ".pay")
                    .contains(texts);
        });
    }

    @RestController
    static class ReturnsCallable {
        @PostMapping("/pay")
        @Idempotent
        public Callable<String> pay() {
            return () -> "late";
        }
    }

    @RestController
    static class ReturnsDeferred {
        @PostMapping("/pay")
        @Idempotent
        public DeferredResult<String> pay() {
            return new DeferredResult<>();
        }
    }

    @RestController
    static class ReturnsTask {
        @PostMapping("/pay")
        @Idempotent
        public WebAsyncTask<String> pay() {
            return new WebAsyncTask<>(() -> "late");
        }
    }

    @RestController
    static class ReturnsFuture {
        @PostMapping("/pay")
        @Idempotent
        public CompletableFuture<String> pay() {
            return new CompletableFuture<>();
        }
    }

    @RestController
    static class ReturnsMono {
        @PostMapping("/pay")
        @Idempotent
        public Mono<String> pay() {
            return Mono.empty();
        }
    }

    @RestController
    static class ReturnsFlux {
        @PostMapping("/pay")
        @Idempotent
        public Flux<String> pay() {
            return Flux.empty();
        }
    }

    @RestController
    static class ReturnsStream {
        @PostMapping("/pay")
        @Idempotent
        public StreamingResponseBody pay() {
            return out -> out.write(1);
        }
    }

    @RestController
    static class ReturnsEvents {
        @PostMapping("/pay")
        @Idempotent
        public SseEmitter pay() {
            return new SseEmitter();
        }
    }

    @RestController
    static class ReturnsEmitter {
        @PostMapping("/pay")
        @Idempotent
        public ResponseEntity<ResponseBodyEmitter> pay() {
            return ResponseEntity.ok(new ResponseBodyEmitter());
        }
    }

    @RestController
    static class ReturnsStreamInEntity {
        @PostMapping("/pay")
        @Idempotent
        public ResponseEntity<StreamingResponseBody> pay() {
            return ResponseEntity.ok(out -> out.write(1));
        }
    }

    @RestController
    static class IsAsync {
        @PostMapping("/pay")
        @Idempotent
        @Async
        public void pay() {}
    }

    static Stream<Class<?>> later() {
        return Stream.of(
                ReturnsCallable.class,
                ReturnsDeferred.class,
                ReturnsTask.class,
                ReturnsFuture.class,
                ReturnsMono.class,
                ReturnsFlux.class,
                ReturnsStream.class,
                ReturnsEvents.class,
                ReturnsEmitter.class,
                ReturnsStreamInEntity.class,
                IsAsync.class);
    }

    @ParameterizedTest
    @MethodSource("later")
    @DisplayName("B-41 a handler that answers later than it returns is refused at start-up")
    void answersLater(Class<?> controller) {
        assertRefused(controller, "is @Idempotent, but it", "it returns before its work is done");
    }

    @RestController
    static class HasKey {
        @PostMapping("/pay")
        @Idempotent(key = "#no")
        public void pay(String no) {}
    }

    @RestController
    static class HasScope {
        @PostMapping("/pay")
        @Idempotent(scope = "#no")
        public void pay(String no) {}
    }

    @RestController
    static class RemembersExceptions {
        @PostMapping("/pay")
        @Idempotent(remembers = IllegalStateException.class)
        public void pay() {}
    }

    @RestController
    static class RemembersServerError {
        @PostMapping("/pay")
        @Idempotent(remembersStatuses = {409, 500})
        public void pay() {}
    }

    @RestController
    static class RemembersValidation {
        @PostMapping("/pay")
        @Idempotent(remembersStatuses = 400)
        public void pay() {}
    }

    @RestController
    static class BadPointer {
        @PostMapping("/pay")
        @Idempotent(volatileFields = "sentAt")
        public void pay() {}
    }

    @RestController
    static class BadRetention {
        @PostMapping("/pay")
        @Idempotent(retention = "a day")
        public void pay() {}
    }

    @RestController
    static class MethodSecurity {
        @PostMapping("/pay")
        @Idempotent
        @PreAuthorize("hasRole('PAYER')")
        public void pay() {}
    }

    @RestController
    @PreAuthorize("hasRole('PAYER')")
    static class ClassSecurity {
        @PostMapping("/pay")
        @Idempotent
        public void pay() {}
    }

    @RestController
    static class JakartaSecurity {
        @PostMapping("/pay")
        @Idempotent
        @RolesAllowed("PAYER")
        public void pay() {}
    }

    @RestController
    static class RequiresNew {
        @PostMapping("/pay")
        @Idempotent
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void pay() {}
    }

    @RestController
    static class Serializable {
        @PostMapping("/pay")
        @Idempotent
        @Transactional(isolation = Isolation.SERIALIZABLE)
        public void pay() {}
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(HasKey.class, "its key comes from the request's header"),
                Arguments.of(HasScope.class, "its scope from the ScopeResolver"),
                Arguments.of(RemembersExceptions.class, "remembers of its @Idempotent would be ignored"),
                Arguments.of(RemembersServerError.class, "Status 500 cannot be declared as remembered"),
                Arguments.of(RemembersValidation.class, "Status 400 cannot be declared as remembered"),
                Arguments.of(BadPointer.class, "sentAt"),
                Arguments.of(BadRetention.class, "is \"a day\", which is no duration"),
                Arguments.of(MethodSecurity.class, "carries @PreAuthorize. A replay is answered before the handler"),
                Arguments.of(ClassSecurity.class, "carries @PreAuthorize"),
                Arguments.of(JakartaSecurity.class, "carries @RolesAllowed"),
                Arguments.of(RequiresNew.class, "propagation = REQUIRES_NEW"),
                Arguments.of(Serializable.class, "isolation = SERIALIZABLE"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    @DisplayName(
            "B-40 B-45 a key on a handler, method security, another transaction, settings that would be ignored: refused at start-up")
    void refused(Class<?> controller, String text) {
        assertRefused(controller, text);
    }

    @RestController
    static class Right {
        @PostMapping("/pay")
        @Idempotent
        public void pay() {}
    }

    @Test
    @DisplayName("B-45 a filter order in front of Spring Security's is refused at start-up")
    void filterOrder() {
        WebApp.runner(database, Right.class, WebApp.Security.class)
                .withPropertyValues("onlyonce.http.order=-200")
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .isInstanceOf(MisuseException.class)
                        .hasMessageContaining(
                                "onlyonce.http.order is -200, in front of the security filter chain (-100)"));
        WebApp.runner(database, Right.class, WebApp.Security.class)
                .withPropertyValues("onlyonce.http.order=-99")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName("B-40 a handler mapping that the edge cannot read is refused at start-up")
    void antPatterns() {
        WebApp.runner(database, Right.class)
                .withPropertyValues("spring.mvc.pathmatch.matching-strategy=ant_path_matcher")
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .isInstanceOf(MisuseException.class)
                        .hasMessageContaining("matches paths by AntPathMatcher"));
    }

    @Test
    @DisplayName("B-40 the HTTP edge switched off beside annotated handlers: the start warns of each")
    void edgeOff(CapturedOutput output) {
        WebApp.runner(database, Right.class)
                .withPropertyValues("onlyonce.http.enabled=false")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(output).contains("Right.pay is an @Idempotent handler method, but the HTTP edge is off");
    }
}
