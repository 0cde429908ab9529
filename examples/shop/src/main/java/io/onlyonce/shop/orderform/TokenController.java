package io.onlyonce.shop.orderform;

import io.onlyonce.shop.web.Caller;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/tokens}. */
@RestController
class TokenController {
    private final Tokens tokens;

    TokenController(Tokens tokens) {
        this.tokens = tokens;
    }

    record NewToken(
            @NotNull
            @Pattern(
                    regexp = "[a-z][a-z0-9-]{0,63}",
                    message =
                            "must be a name of 1 to 64 lower-case letters, digits and hyphens, for example create-order")
            String purpose) {}

    @PostMapping("/api/tokens")
    @ResponseStatus(HttpStatus.CREATED)
    Tokens.Issued issue(Caller caller, @Valid @RequestBody NewToken wanted) {
        return tokens.issue(caller.userId(), wanted.purpose());
    }
}
