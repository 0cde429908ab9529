package io.onlyonce.seata;

import io.onlyonce.Operation;
import io.onlyonce.Refusal;
import io.onlyonce.record.RecordKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The texts of this module's errors, in one place: each names the value, the rule and the remedy. */
final class SeataTexts {
    private SeataTexts() {}

    static String name(Operation<?> operation, int most) {
        return "The resource's name \"" + operation.name() + "\" has "
                + operation.name().length() + " characters; it has " + most
                + " at most, because \"/try\" and \"/end\" are put behind it.";
    }

    static String guarantee(Operation<?> operation) {
        return "The resource " + operation + " is " + operation.guarantee()
                + "; each phase of a branch is one transaction. Leave its operation transactional, without the record at the end.";
    }

    static String refusal(Operation<?> operation, Refusal<?> refusal) {
        return "The resource " + operation + " remembers each " + refusal.type().getName() + " as the refusal \""
                + refusal.code()
                + "\", so a try that has not come would count as refused. Name the business exceptions only.";
    }

    static String horizon(Operation<?> operation, Duration horizon, Duration most) {
        return "A branch of " + operation + " may stay open for " + horizon + " and is remembered for "
                + operation.retention() + " afterwards; the first must be longer than zero, and both together "
                + most.toDays() + " days at most.";
    }

    static String noBranch(Operation<?> operation, @Nullable Object branch) {
        return "The resource " + operation + " was called without a branch of a global transaction (" + branch
                + "). Nothing was done. Call it through Seata's proxy of the bean, between begin and commit of a global transaction.";
    }

    static String joined(Operation<?> operation, String database) {
        return "The resource " + operation + " was called inside a transaction of " + database
                + ". Nothing was done. Seata must not hear of it before it is committed; take the transaction away from the bean's methods.";
    }

    static String tooOld(RecordKey key, Instant begunAt, Duration horizon) {
        return key + " was begun at " + begunAt + ", longer ago than " + horizon
                + ", and what is known of it may be gone. Nothing was done. Look at the business data and settle it by hand, or raise the horizon.";
    }

    static String cancelled(RecordKey key) {
        return key + " is cancelled: its global transaction was rolled back. Nothing was reserved. Begin a new one.";
    }

    static String notReserved(RecordKey key, String why) {
        return key + " is to be confirmed, but " + why
                + ", so nothing is reserved. Nothing was done. A global transaction must be rolled back when a try of it fails.";
    }

    static String ended(RecordKey key, String ended, String wanted) {
        return key + " is " + ended + " and was to be " + wanted
                + ". Nothing was done. Somebody has ended the branch by hand, or the coordinator has lost its log; compare both.";
    }

    static String tooLarge(Operation<?> operation, int bytes) {
        return "What " + operation + " reserved takes " + bytes + " bytes to be kept, of " + operation.maxAnswerBytes()
                + " at most. Nothing was reserved. Confirm and cancel need it: answer with a number that finds it.";
    }
}
