package io.onlyonce.token;

/**
 * A store whose tokens ride in the caller's transaction.
 *
 * <p>Both verbs run in the transaction that is open on the calling thread and never commit it. A token can be consumed once its issuer has committed; a consumed
 * one is gone with the consumer's commit and good again after his rollback or crash. While a transaction that has consumed a token is open, another attempt at
 * the same token with the same binding waits for its end.
 *
 * <p>Both throw {@link IllegalStateException} if no transaction is open, and pass through what the database says of deadlocks and failed serialisation, so
 * that the whole transaction can be run again.
 */
public non-sealed interface TransactionalTokenStore extends TokenStore {}
