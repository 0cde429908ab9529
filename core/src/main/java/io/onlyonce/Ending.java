package io.onlyonce;

/** What an answer that the work returned means for the record and for the business writes. */
public enum Ending {
    /** Business writes and record commit together; a retry gets the same answer. */
    REMEMBER,
    /** A refusal that holds for every retry: business writes are rolled back, the answer is recorded, a retry gets the same one. */
    REFUSE,
    /** A failure that proves nothing: everything is rolled back, no record stays, a retry runs afresh. */
    FORGET
}
