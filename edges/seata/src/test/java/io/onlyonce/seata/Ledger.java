package io.onlyonce.seata;

import io.onlyonce.probe.Probe;
import io.onlyonce.saga.Participant;
import org.jspecify.annotations.Nullable;

/** Accounts with a balance and a part that is set aside, and a journal of what was done to them, in a database of the test's own. */
interface Ledger extends AutoCloseable {
    /** The database, with an engine of its own each time: another process. */
    Participant participant(Probe probe);

    /** Opens an account, durably. */
    void open(String account, long balance);

    /** There is not enough on the account. */
    final class InsufficientException extends Exception {
        private static final long serialVersionUID = 1L;

        InsufficientException(@Nullable String account) {
            super(account);
        }
    }

    /**
     * Changes an account and writes the deed into the journal, in the transaction that is open on this thread.
     *
     * @throws InsufficientException if its balance would fall below zero
     */
    void change(String account, String deed, long balance, long aside) throws Exception;

    /** What is committed of the balance. */
    long balance(String account);

    /** What is committed of the part that is set aside. */
    long aside(String account);

    /** How often the deed was committed. */
    long times(String account, String deed);

    @Override
    void close();
}
