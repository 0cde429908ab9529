package io.onlyonce.saga;

import io.onlyonce.OnlyOnce;
import io.onlyonce.transaction.TransactionRunner;

/**
 * A database that steps are taken in: a step's record commits there, together with the step's effect.
 *
 * @param name for messages
 * @param onlyOnce for operations that are one transaction of that database
 * @param transactions the same that it runs them in
 */
public record Participant(String name, OnlyOnce onlyOnce, TransactionRunner transactions) {}
