package io.onlyonce.token;

/**
 * Marks that ride in the caller's transaction: a rollback takes the mark back. While a transaction that has set a mark is open, another attempt at it waits.
 * {@link #mark} throws {@link IllegalStateException} if no transaction is open.
 */
public non-sealed interface TransactionalUsedMarks extends UsedMarks {}
