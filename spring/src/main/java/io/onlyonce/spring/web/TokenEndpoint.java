package io.onlyonce.spring.web;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.OnlyOnceProperties.Tokens;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.web.FormTokens.FormToken;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Issues a token to whoever asks, for a purpose that the settings name. Thread-safe. */
@RestController
public final class TokenEndpoint {
    private final FormTokens tokens;
    private final Tokens settings;

    /**
     * @throws MisuseException if the settings name no purpose
     */
    public TokenEndpoint(FormTokens tokens, Tokens settings) {
        if (settings.purposes().isEmpty()) {
            throw new MisuseException(SpringTexts.noPurposes());
        }
        this.tokens = tokens;
        this.settings = settings;
    }

    /**
     * What is asked for.
     *
     * @param purpose one of the settings'
     * @param target the one thing that it shall be good for; null = none
     */
    public record Wanted(@Nullable String purpose, @Nullable String target) {}

    /** 201 with the token, which nobody may keep on the way. */
    @PostMapping(
            path = "${onlyonce.tokens.endpoint.path:/onlyonce/tokens}",
            consumes = "application/json",
            produces = "application/json")
    public ResponseEntity<FormToken> issue(@RequestBody Wanted wanted, HttpServletRequest request) {
        String purpose = wanted.purpose();
        if (purpose == null || !settings.purposes().containsKey(purpose)) {
            throw new TokenNotIssuedException();
        }
        return ResponseEntity.status(HttpStatus.CREATED)
                .cacheControl(CacheControl.noStore())
                .body(issued(request, purpose, wanted.target()));
    }

    private FormToken issued(HttpServletRequest request, String purpose, @Nullable String target) {
        try {
            return tokens.issue(request, purpose, target);
        } catch (IllegalArgumentException e) { // the target; the purpose and its lifetime were checked at the start
            throw new TokenNotIssuedException();
        }
    }
}
