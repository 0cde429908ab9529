package io.onlyonce.testkit.contract;

import io.onlyonce.record.TransactionalRecordStore;
import io.onlyonce.transaction.TransactionRunner;

/** A database with accounts and records, as one of several that a saga goes through. */
public interface Bank {
    /** The transactions that accounts are changed in. */
    TransactionRunner transactions();

    /** Records in those transactions. */
    TransactionalRecordStore records();

    /** Opens an account, durably. */
    void open(String account, long balance);

    /** Adds to an account, in the transaction that is open; it must not fall below zero, and the change is then refused by an exception of the database. */
    void add(String account, long amount) throws Exception;

    /** What is on an account, of what was committed. */
    long balance(String account);
}
