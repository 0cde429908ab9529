package io.onlyonce.token;

/**
 * A store whose verbs are durable when they return, whatever becomes of the caller's transaction.
 *
 * <p>So a token is consumed before the work, and gone if the work fails. Who has proof that nothing was done may issue a fresh one; where the outcome is unknown
 * (a time-out, a crash) a fresh token proves nothing, and only a business number with a unique key keeps the work to one effect.
 */
public non-sealed interface ImmediateTokenStore extends TokenStore {}
