package io.onlyonce.broken;

import static io.onlyonce.broken.Area.CALLBACKS;
import static io.onlyonce.broken.Area.MESSAGES;
import static io.onlyonce.broken.Area.ORDERS;
import static io.onlyonce.broken.Area.OUTBOX;
import static io.onlyonce.broken.Area.REFUNDS;
import static io.onlyonce.broken.Area.STATES;
import static io.onlyonce.broken.Area.STOCK;
import static io.onlyonce.broken.Area.TOKENS;
import static io.onlyonce.broken.Check.AT_MOST_ONE_EFFECT;
import static io.onlyonce.broken.Check.CONSERVED;
import static io.onlyonce.broken.Check.EFFECT_FOR_EVERY_SUCCESS;
import static io.onlyonce.broken.Check.INVARIANTS;
import static io.onlyonce.broken.Check.LEGAL_TRANSITIONS;
import static io.onlyonce.broken.Check.MISMATCH_REFUSED;
import static io.onlyonce.broken.Check.NO_EFFECT_OF_REFUSED;
import static io.onlyonce.broken.Check.NO_ORPHAN_RECORD;
import static io.onlyonce.broken.Check.NO_STUCK_KEY;
import static io.onlyonce.broken.Check.OWN_ANSWER;
import static io.onlyonce.broken.Check.REPLAY_EQUALS_FIRST;
import static io.onlyonce.broken.Need.KILL;
import static io.onlyonce.broken.Need.POSTGRES;
import static io.onlyonce.broken.Need.REDIS;
import static io.onlyonce.broken.Need.TWO_NODES;

import io.onlyonce.broken.callbacks.CallbackAcknowledgedBeforeCommit;
import io.onlyonce.broken.callbacks.CallbackCheckedThenBooked;
import io.onlyonce.broken.callbacks.CallbackKeyedByTransaction;
import io.onlyonce.broken.callbacks.CallbackMarkedBeforeBooking;
import io.onlyonce.broken.callbacks.CallbackWithoutUniqueKey;
import io.onlyonce.broken.callbacks.LastNoticeWins;
import io.onlyonce.broken.messages.EachDeliveryCounts;
import io.onlyonce.broken.messages.MessageAcknowledgedBeforeCommit;
import io.onlyonce.broken.messages.MessageMarkedBeforeDone;
import io.onlyonce.broken.messages.MessagesKnownInMemory;
import io.onlyonce.broken.messages.OutboxLastIdSeen;
import io.onlyonce.broken.messages.OutboxMarkedBeforeSent;
import io.onlyonce.broken.messages.PublishAfterCommit;
import io.onlyonce.broken.orders.AmountAsDouble;
import io.onlyonce.broken.orders.CheckThenAct;
import io.onlyonce.broken.orders.ExpiryMidRun;
import io.onlyonce.broken.orders.FingerprintIgnored;
import io.onlyonce.broken.orders.ForeignLockDeleted;
import io.onlyonce.broken.orders.InMemoryMap;
import io.onlyonce.broken.orders.InProgressAsSuccess;
import io.onlyonce.broken.orders.KeyWithoutScope;
import io.onlyonce.broken.orders.LeaseShorterThanWork;
import io.onlyonce.broken.orders.LockInOneProcess;
import io.onlyonce.broken.orders.LockReleasedBeforeCommit;
import io.onlyonce.broken.orders.NoDeduplication;
import io.onlyonce.broken.orders.PurgeOfLiveClaims;
import io.onlyonce.broken.orders.RecordAfterBusiness;
import io.onlyonce.broken.orders.RecordBeforeBusiness;
import io.onlyonce.broken.orders.RecordInAnotherDataSource;
import io.onlyonce.broken.orders.RefusalForgotten;
import io.onlyonce.broken.orders.ReplayRunsAgain;
import io.onlyonce.broken.orders.ReplayWithOtherBody;
import io.onlyonce.broken.orders.ReplayWithOtherStatus;
import io.onlyonce.broken.orders.ServerErrorRemembered;
import io.onlyonce.broken.orders.SetnxWithoutExpiry;
import io.onlyonce.broken.orders.SwallowedDuplicate;
import io.onlyonce.broken.right.AdvisoryLock;
import io.onlyonce.broken.right.CallbackInbox;
import io.onlyonce.broken.right.ConditionalDeduction;
import io.onlyonce.broken.right.InsertWithSavepoint;
import io.onlyonce.broken.right.MessageInbox;
import io.onlyonce.broken.right.OnConflictThenSelect;
import io.onlyonce.broken.right.OnlyOnceLeased;
import io.onlyonce.broken.right.OnlyOnceTransactional;
import io.onlyonce.broken.right.OutboxOfLibrary;
import io.onlyonce.broken.right.OutboxSkipLocked;
import io.onlyonce.broken.right.RecordAtEnd;
import io.onlyonce.broken.right.RedisLockWithUniqueKey;
import io.onlyonce.broken.right.RefundUnderRowLock;
import io.onlyonce.broken.right.RowLockedForUpdate;
import io.onlyonce.broken.right.StateCompareAndSet;
import io.onlyonce.broken.right.StateUnderRowLock;
import io.onlyonce.broken.right.StockRowLocked;
import io.onlyonce.broken.right.TokenConsumedInTransaction;
import io.onlyonce.broken.right.TokenRowLocked;
import io.onlyonce.broken.states.AnyStepTaken;
import io.onlyonce.broken.states.StockReturnedEachTime;
import io.onlyonce.broken.states.TwoStepRefundCheck;
import io.onlyonce.broken.states.UnguardedStateUpdate;
import io.onlyonce.broken.stock.StockBelowZero;
import io.onlyonce.broken.stock.StockReadModifyWrite;
import io.onlyonce.broken.tokens.TokenLookedUpThenDeleted;
import io.onlyonce.broken.tokens.TokenOfAnybody;
import java.util.List;
import java.util.stream.Stream;

/** All variants: each broken one with what its fault needs to show, and with the checks that may find it. */
public final class Variants {
    private static final List<Variant> BROKEN = List.of(
            Variant.broken(ORDERS, NoDeduplication.class, NoDeduplication::new).foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, CheckThenAct.class, CheckThenAct::new).foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, InMemoryMap.class, InMemoryMap::new)
                    .needs(TWO_NODES)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, LockInOneProcess.class, LockInOneProcess::new)
                    .needs(TWO_NODES)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, LockReleasedBeforeCommit.class, LockReleasedBeforeCommit::new)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, RecordBeforeBusiness.class, RecordBeforeBusiness::new)
                    .foundBy(NO_STUCK_KEY),
            Variant.broken(ORDERS, RecordAfterBusiness.class, RecordAfterBusiness::new)
                    .needs(KILL)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, RecordInAnotherDataSource.class, RecordInAnotherDataSource::new)
                    .needs(KILL)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS, NO_ORPHAN_RECORD, INVARIANTS),
            Variant.broken(ORDERS, SwallowedDuplicate.class, SwallowedDuplicate::new)
                    .needs(POSTGRES)
                    .foundBy(REPLAY_EQUALS_FIRST),
            Variant.broken(ORDERS, SetnxWithoutExpiry.class, SetnxWithoutExpiry::new)
                    .needs(REDIS, KILL)
                    .foundBy(NO_STUCK_KEY),
            Variant.broken(ORDERS, ForeignLockDeleted.class, ForeignLockDeleted::new)
                    .needs(REDIS)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, LeaseShorterThanWork.class, LeaseShorterThanWork::new)
                    .needs(REDIS)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, ExpiryMidRun.class, ExpiryMidRun::new)
                    .needs(REDIS)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, PurgeOfLiveClaims.class, PurgeOfLiveClaims::new)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(ORDERS, KeyWithoutScope.class, KeyWithoutScope::new)
                    .foundBy(OWN_ANSWER, EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(ORDERS, FingerprintIgnored.class, FingerprintIgnored::new)
                    .foundBy(MISMATCH_REFUSED, OWN_ANSWER, EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(ORDERS, AmountAsDouble.class, AmountAsDouble::new)
                    .foundBy(MISMATCH_REFUSED, OWN_ANSWER, EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(ORDERS, ReplayRunsAgain.class, ReplayRunsAgain::new)
                    .foundBy(AT_MOST_ONE_EFFECT, REPLAY_EQUALS_FIRST),
            Variant.broken(ORDERS, ReplayWithOtherStatus.class, ReplayWithOtherStatus::new)
                    .foundBy(REPLAY_EQUALS_FIRST),
            Variant.broken(ORDERS, ReplayWithOtherBody.class, ReplayWithOtherBody::new)
                    .foundBy(REPLAY_EQUALS_FIRST),
            Variant.broken(ORDERS, ServerErrorRemembered.class, ServerErrorRemembered::new)
                    .foundBy(NO_STUCK_KEY),
            Variant.broken(ORDERS, RefusalForgotten.class, RefusalForgotten::new)
                    .foundBy(REPLAY_EQUALS_FIRST),
            Variant.broken(ORDERS, InProgressAsSuccess.class, InProgressAsSuccess::new)
                    .foundBy(REPLAY_EQUALS_FIRST),
            Variant.broken(TOKENS, TokenLookedUpThenDeleted.class, TokenLookedUpThenDeleted::new)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(TOKENS, TokenOfAnybody.class, TokenOfAnybody::new)
                    .foundBy(MISMATCH_REFUSED, NO_EFFECT_OF_REFUSED, AT_MOST_ONE_EFFECT),
            Variant.broken(STOCK, StockReadModifyWrite.class, StockReadModifyWrite::new)
                    .foundBy(CONSERVED),
            Variant.broken(STOCK, StockBelowZero.class, StockBelowZero::new).foundBy(INVARIANTS),
            Variant.broken(STATES, UnguardedStateUpdate.class, UnguardedStateUpdate::new)
                    .foundBy(LEGAL_TRANSITIONS, AT_MOST_ONE_EFFECT, CONSERVED),
            Variant.broken(STATES, AnyStepTaken.class, AnyStepTaken::new).foundBy(LEGAL_TRANSITIONS),
            Variant.broken(STATES, StockReturnedEachTime.class, StockReturnedEachTime::new)
                    .foundBy(AT_MOST_ONE_EFFECT, CONSERVED, LEGAL_TRANSITIONS),
            Variant.broken(REFUNDS, TwoStepRefundCheck.class, TwoStepRefundCheck::new)
                    .foundBy(INVARIANTS),
            Variant.broken(CALLBACKS, CallbackWithoutUniqueKey.class, CallbackWithoutUniqueKey::new)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(CALLBACKS, CallbackCheckedThenBooked.class, CallbackCheckedThenBooked::new)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(CALLBACKS, CallbackKeyedByTransaction.class, CallbackKeyedByTransaction::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(CALLBACKS, CallbackAcknowledgedBeforeCommit.class, CallbackAcknowledgedBeforeCommit::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(CALLBACKS, CallbackMarkedBeforeBooking.class, CallbackMarkedBeforeBooking::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(CALLBACKS, LastNoticeWins.class, LastNoticeWins::new).foundBy(LEGAL_TRANSITIONS),
            Variant.broken(MESSAGES, EachDeliveryCounts.class, EachDeliveryCounts::new)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(MESSAGES, MessageMarkedBeforeDone.class, MessageMarkedBeforeDone::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(MESSAGES, MessageAcknowledgedBeforeCommit.class, MessageAcknowledgedBeforeCommit::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(MESSAGES, MessagesKnownInMemory.class, MessagesKnownInMemory::new)
                    .needs(KILL)
                    .foundBy(AT_MOST_ONE_EFFECT),
            Variant.broken(OUTBOX, OutboxLastIdSeen.class, OutboxLastIdSeen::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(OUTBOX, OutboxMarkedBeforeSent.class, OutboxMarkedBeforeSent::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS),
            Variant.broken(OUTBOX, PublishAfterCommit.class, PublishAfterCommit::new)
                    .foundBy(EFFECT_FOR_EVERY_SUCCESS));

    private static final List<Variant> RIGHT = List.of(
            Variant.right(ORDERS, InsertWithSavepoint.class, InsertWithSavepoint::new),
            Variant.right(ORDERS, OnConflictThenSelect.class, OnConflictThenSelect::new)
                    .needs(POSTGRES),
            Variant.right(ORDERS, RowLockedForUpdate.class, RowLockedForUpdate::new),
            Variant.right(ORDERS, AdvisoryLock.class, AdvisoryLock::new).needs(POSTGRES),
            Variant.right(ORDERS, RecordAtEnd.class, RecordAtEnd::new),
            Variant.right(ORDERS, RedisLockWithUniqueKey.class, RedisLockWithUniqueKey::new)
                    .needs(REDIS),
            Variant.right(ORDERS, OnlyOnceTransactional.class, OnlyOnceTransactional::new),
            Variant.right(ORDERS, OnlyOnceLeased.class, OnlyOnceLeased::new).needs(REDIS),
            Variant.right(TOKENS, TokenConsumedInTransaction.class, TokenConsumedInTransaction::new),
            Variant.right(TOKENS, TokenRowLocked.class, TokenRowLocked::new),
            Variant.right(STOCK, ConditionalDeduction.class, ConditionalDeduction::new),
            Variant.right(STOCK, StockRowLocked.class, StockRowLocked::new),
            Variant.right(STATES, StateCompareAndSet.class, StateCompareAndSet::new),
            Variant.right(STATES, StateUnderRowLock.class, StateUnderRowLock::new),
            Variant.right(REFUNDS, RefundUnderRowLock.class, RefundUnderRowLock::new),
            Variant.right(CALLBACKS, CallbackInbox.class, CallbackInbox::new),
            Variant.right(MESSAGES, MessageInbox.class, MessageInbox::new),
            Variant.right(OUTBOX, OutboxSkipLocked.class, OutboxSkipLocked::new),
            Variant.right(OUTBOX, OutboxOfLibrary.class, OutboxOfLibrary::new).needs(POSTGRES));

    private Variants() {}

    public static List<Variant> broken() {
        return BROKEN;
    }

    public static List<Variant> right() {
        return RIGHT;
    }

    public static List<Variant> all() {
        return Stream.concat(BROKEN.stream(), RIGHT.stream()).toList();
    }
}
