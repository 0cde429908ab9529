package io.onlyonce.token;

/** Marks that are durable when they are set, whatever becomes of the caller's transaction. */
public non-sealed interface ImmediateUsedMarks extends UsedMarks {}
