package io.onlyonce.guide;

import io.onlyonce.Fingerprint;
import io.onlyonce.OnlyOnce;
import io.onlyonce.Operation;
import io.onlyonce.Outcome;
import io.onlyonce.ResultCodec;
import io.onlyonce.Scope;
import io.onlyonce.jdbc.JdbcTokenStore;
import io.onlyonce.jdbc.JdbcTransactions;
import io.onlyonce.token.Issued;
import io.onlyonce.token.OneTimeToken;
import io.onlyonce.token.TokenBinding;
import io.onlyonce.token.TokenGate;
import io.onlyonce.token.TokenUse;
import io.onlyonce.transaction.TransactionRunner.Ended;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A form that is sent once, by a one-time token. */
final class FormTokens {
    static final Operation<String> ORDER_FORM = Operation.named("order-form", ResultCodec.text());

    private final JdbcTransactions transactions;
    private final JdbcTokenStore tokens;
    private final TokenGate gate;

    FormTokens(OnlyOnce onlyOnce, JdbcTransactions transactions) {
        this.transactions = transactions;
        this.tokens = new JdbcTokenStore(transactions);
        this.gate = new TokenGate(onlyOnce, tokens);
    }

    Issued show(String user) throws Exception {
        TokenBinding binding = TokenBinding.of("create-order", Scope.of(user));
        return transactions.run(() -> Ended.commit(tokens.issue(binding, Duration.ofMinutes(10))));
    }

    Outcome<String> send(String user, @Nullable String header) throws Exception {
        TokenBinding binding = TokenBinding.of("create-order", Scope.of(user));
        TokenUse use = new TokenUse(OneTimeToken.presented(header), binding, Fingerprint.of("create-order"));
        return gate.run(ORDER_FORM, use, attempt -> "order " + attempt.reference());
    }
}
