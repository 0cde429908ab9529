package io.onlyonce.callback.stripe;

import io.onlyonce.callback.provider.ProviderTexts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the endpoint at Stripe. Immutable; its text shows no secret.
 *
 * @param secrets the endpoint's signing secret as it is shown, {@code whsec_…} and all; several while it is rolled
 * @param livemode whether events must be of live mode, or of test mode; null if that is not looked at
 */
public record StripeSettings(List<String> secrets, @Nullable Boolean livemode) {
    private static final int MIN_LENGTH = 16;

    /**
     * @throws IllegalArgumentException if there is no secret, or one is none
     */
    public StripeSettings {
        secrets = List.copyOf(secrets);
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException(ProviderTexts.missing("stripe.secret"));
        }
        if (!secrets.stream().allMatch(StripeSettings::isUsable)) {
            throw new IllegalArgumentException(ProviderTexts.malformed(
                    "stripe.secret",
                    "the endpoint's whole signing secret, whsec_ included, at least " + MIN_LENGTH
                            + " printable characters without blanks or line breaks."));
        }
    }

    private static boolean isUsable(String secret) {
        return secret.length() >= MIN_LENGTH && secret.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }

    @Override
    public String toString() {
        return secrets.size() + " secrets, livemode " + livemode;
    }
}
