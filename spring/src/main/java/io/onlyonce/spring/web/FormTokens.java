package io.onlyonce.spring.web;

import io.onlyonce.Fingerprint;
import io.onlyonce.http.ScopeResolver;
import io.onlyonce.spring.OnlyOnceProperties.Tokens;
import io.onlyonce.spring.TokenIssuer;
import io.onlyonce.token.Issued;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenUse;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.util.HtmlUtils;

/**
 * One-time tokens of web pages: issues them to the caller of the current request, and reads those that requests bring. The bean's name is {@code formTokens};
 * in a Thymeleaf template:
 *
 * <pre>{@code
 * <input type="hidden" name="_token" th:value="${@formTokens.issue('create-order').token}">
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class FormTokens {
    private final TokenIssuer issuer;
    private final ScopeResolver scopes;
    private final Tokens settings;

    /**
     * @param scopes says who a token is issued to; only he can use it
     */
    public FormTokens(TokenIssuer issuer, ScopeResolver scopes, Tokens settings) {
        this.issuer = issuer;
        this.scopes = scopes;
        this.settings = settings;
    }

    /**
     * A token as its owner gets it; it cannot be read again later. {@link #toString()} does not show it.
     *
     * @param token the text
     * @param expiresAt from when on it is refused
     */
    public record FormToken(String token, String purpose, Instant expiresAt) {
        @Override
        public String toString() {
            return "FormToken[" + purpose + ", " + expiresAt + "]";
        }
    }

    /** Issues a token to the caller of the current request. Its lifetime is the purpose's. */
    public FormToken issue(String purpose) {
        return issue(currentRequest(), purpose, null);
    }

    /** The same for one target. */
    public FormToken issue(String purpose, String target) {
        return issue(currentRequest(), purpose, target);
    }

    FormToken issue(HttpServletRequest request, String purpose, @Nullable String target) {
        TokenBinding binding = new TokenBinding(purpose, scopes.scopeOf(request), target);
        Issued issued = issuer.issue(binding, settings.lifetimeOf(purpose));
        return new FormToken(issued.token().text(), purpose, issued.expiresAt());
    }

    /**
     * Issues a token and gives the hidden field for it, as HTML that is escaped already: {@code <input type="hidden" name="_token" value="…">}. Thymeleaf lets
     * no bean into {@code th:utext}; there, {@code th:with="field=${@formTokens.field('create-order')}" th:utext="${field}"}.
     */
    public String field(String purpose) {
        return html(issue(purpose));
    }

    /** The same for one target. */
    public String field(String purpose, String target) {
        return html(issue(purpose, target));
    }

    private String html(FormToken issued) {
        return "<input type=\"hidden\" name=\"" + HtmlUtils.htmlEscape(settings.field()) + "\" value=\""
                + HtmlUtils.htmlEscape(issued.token()) + "\">";
    }

    /** The token that a request brings, in its header or its form field; where these differ it is none of them. Never fails. */
    public OneTimeToken presented(HttpServletRequest request) {
        List<String> texts = new ArrayList<>(Collections.list(request.getHeaders(settings.header())));
        String[] fields = request.getParameterValues(settings.field());
        if (fields != null) {
            texts.addAll(List.of(fields));
        }
        return OneTimeToken.presentedIn(texts);
    }

    /**
     * What {@link io.onlyonce.token.TokenGate} is to be asked for this request: its token, presented by its caller for this purpose.
     *
     * @param payload what is asked for; see {@link TokenUse}
     */
    public TokenUse use(HttpServletRequest request, String purpose, Fingerprint payload) {
        return new TokenUse(presented(request), TokenBinding.of(purpose, scopes.scopeOf(request)), payload);
    }

    private static HttpServletRequest currentRequest() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }
}
