package io.onlyonce.token;

/** A store that can also issue tokens of several uses: an invitation for three, a download that may be started twice. Thread-safe. */
public interface MultipleUse {
    /** Issues a new token on these terms. {@link TokenStore#consume} succeeds as often as they say, however many try at once. */
    Issued issue(TokenBinding binding, TokenTerms terms);
}
