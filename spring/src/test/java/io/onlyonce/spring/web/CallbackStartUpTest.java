package io.onlyonce.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.callback.Acknowledgement;
import io.onlyonce.callback.Acknowledgements;
import io.onlyonce.callback.Amount;
import io.onlyonce.callback.Booking;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.CallbackRequest;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.CallbackWorker;
import io.onlyonce.callback.Expected;
import io.onlyonce.callback.NoticeKind;
import io.onlyonce.callback.PaymentBook;
import io.onlyonce.callback.PaymentNotice;
import io.onlyonce.callback.Verification;
import io.onlyonce.callback.Verification.Genuine;
import io.onlyonce.spring.autoconfigure.OnlyOnceCallbackAutoConfiguration;
import io.onlyonce.spring.support.BusinessDatabase;
import io.onlyonce.spring.support.Client;
import io.onlyonce.spring.support.WebApp;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which beans there are for callbacks, where they are served, and which settings are refused. */
class CallbackStartUpTest {
    private static BusinessDatabase database;

    @BeforeAll
    static void open() {
        database = BusinessDatabase.h2();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    /** Takes whatever is sent for a paid notice whose id and payment number are the body. */
    private static final class TrustingVerifier implements CallbackVerifier {
        @Override
        public String channel() {
            return "trusting";
        }

        @Override
        public Verification verify(CallbackRequest request) {
            return new Genuine(PaymentNotice.ofPayment(
                    "trusting",
                    request.text(),
                    NoticeKind.PAID,
                    request.text(),
                    "t-" + request.text(),
                    Amount.ofMinor(1, "CNY"),
                    null));
        }

        @Override
        public Acknowledgements acknowledgements() {
            return new Acknowledgements(
                    Acknowledgement.text(200, "heard"), Acknowledgement.empty(401), Acknowledgement.empty(503));
        }
    }

    private static final class Books implements PaymentBook {
        private final List<String> booked = new CopyOnWriteArrayList<>();
        private final List<String> noted = new CopyOnWriteArrayList<>();

        @Override
        public Optional<Expected> expected(PaymentNotice notice) {
            return notice.paymentNo().startsWith("unknown")
                    ? Optional.empty()
                    : Optional.of(new Expected("order", "trusting", Amount.ofMinor(1, "CNY")));
        }

        @Override
        public Booking book(PaymentNotice notice, Expected expected) {
            booked.add(notice.noticeId());
            return new Booking.Done("PAID");
        }

        @Override
        public void note(PaymentNotice notice, @Nullable Expected expected, Noted what) {
            noted.add(notice.noticeId() + " " + what.state());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(OnlyOnceCallbackAutoConfiguration.class)
    static class Callbacks {
        @Bean
        Books books() {
            return new Books();
        }

        @Bean
        TrustingVerifier verifier() {
            return new TrustingVerifier();
        }
    }

    private static WebApplicationContextRunner runner(String... settings) {
        return WebApp.runner(database)
                .withConfiguration(AutoConfigurations.of(OnlyOnceCallbackAutoConfiguration.class))
                .withPropertyValues(settings);
    }

    @Test
    @DisplayName("without books there is nothing; with them a pipeline, its servlet and a worker")
    void beans() {
        runner().run(context -> assertThat(context).doesNotHaveBean(CallbackPipeline.class));
        runner().withBean(Books.class, Books::new)
                .run(context -> assertThat(context)
                        .hasSingleBean(CallbackPipeline.class)
                        .hasSingleBean(CallbackWorker.class)
                        .hasBean("onlyOnceCallbackServlet"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "onlyonce.callback.path=callbacks",
                "onlyonce.callback.path=/callbacks/",
                "onlyonce.callback.work-every=0ms",
                "onlyonce.callback.max-tries=0",
                "onlyonce.callback.first-delay=2h",
                "onlyonce.callback.retention=1ms"
            })
    @DisplayName("a setting that makes no sense is refused")
    void settings(String setting) {
        runner(setting)
                .withBean(Books.class, Books::new)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    @DisplayName("a callback is served under the path, booked once, and acknowledged in the verifier's bytes")
    void served() throws Exception {
        try (WebApp app = WebApp.start(database, Callbacks.class, "onlyonce.callback.path=/hooks")) {
            for (int i = 0; i < 2; i++) {
                Client.Answer answer =
                        app.client().post("/hooks/trusting").text("n-1").send();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.body()).isEqualTo("heard");
            }
            assertThat(app.bean(Books.class).booked).containsExactly("n-1");
            assertThat(app.client().post("/hooks/nobody").text("n-2").send().status())
                    .isEqualTo(404);
            assertThat(app.client()
                            .post("/hooks/trusting")
                            .text("x".repeat(300_000))
                            .send()
                            .status())
                    .isEqualTo(413);
        }
    }

    @Test
    @DisplayName("B-31 what is too early is put aside by the worker after so many tries")
    void putAside() throws Exception {
        try (WebApp app = WebApp.start(
                database,
                Callbacks.class,
                "onlyonce.callback.first-delay=10ms",
                "onlyonce.callback.longest-delay=10ms",
                "onlyonce.callback.work-every=10ms",
                "onlyonce.callback.max-tries=3")) {
            assertThat(app.client()
                            .post("/callbacks/trusting")
                            .text("unknown-1")
                            .send()
                            .status())
                    .isEqualTo(200);
            Books books = app.bean(Books.class);
            Awaitility.await().until(() -> books.noted.contains("unknown-1 PARKED"));
            assertThat(books.booked).isEmpty();
        }
    }
}
