package io.onlyonce.spring.web;

import io.onlyonce.Fingerprint;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.http.AnonymousCallerException;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.autoconfigure.OnlyOnceRedisAutoConfiguration;
import io.onlyonce.spring.support.Effects;
import io.onlyonce.token.TokenGate;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** An application with a form: its caller is named by a header, its orders are effects. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    DataRedisAutoConfiguration.class,
    OnlyOnceRedisAutoConfiguration.class,
    ThymeleafAutoConfiguration.class
})
@Import({FormApp.Forms.class, FormApp.Advice.class})
class FormApp {
    static final String[] SETTINGS = {
        "onlyonce.tokens.endpoint.enabled=true",
        "onlyonce.tokens.purposes.create-order=10m",
        "onlyonce.tokens.purposes.cancel-order=1h"
    };

    static class SoldOutException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ResponseStatus(HttpStatus.PAYMENT_REQUIRED)
    static class PaymentException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Bean
    ScopeResolver callers() {
        return request -> {
            String user = request.getHeader("X-User");
            if (user == null) {
                throw new AnonymousCallerException();
            }
            return Scope.of(user);
        };
    }

    @Controller
    static class Forms {
        private static final Operation<String> ORDER = Operation.named("order-form", ResultCodec.text());

        private final TokenGate gate;
        private final FormTokens tokens;
        private final Effects effects;

        Forms(TokenGate gate, FormTokens tokens, Effects effects) {
            this.gate = gate;
            this.tokens = tokens;
            this.effects = effects;
        }

        @GetMapping("/form")
        String form() {
            return "order-form";
        }

        @PostMapping("/orders")
        ResponseEntity<String> order(
                @RequestParam String no, @RequestParam(defaultValue = "") String trouble, HttpServletRequest request)
                throws Exception {
            Outcome<String> outcome =
                    gate.run(ORDER, tokens.use(request, "create-order", Fingerprint.of("create-order")), attempt -> {
                        effects.write(no);
                        switch (trouble) {
                            case "sold-out" -> throw new SoldOutException();
                            case "payment" -> throw new PaymentException();
                            case "fault" -> throw new IllegalStateException("a fault");
                            default -> {
                                return "order " + no;
                            }
                        }
                    });
            return ResponseEntity.ok(outcome.orElseThrow());
        }
    }

    /** What the application says itself. */
    @RestControllerAdvice
    static class Advice {
        @ExceptionHandler
        ResponseEntity<String> soldOut(SoldOutException e) {
            return ResponseEntity.status(HttpStatus.CONFLICT).body("sold out");
        }
    }
}
