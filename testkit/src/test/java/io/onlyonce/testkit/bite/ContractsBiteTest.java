package io.onlyonce.testkit.bite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** A suite that a broken pupil passes is worth nothing: for each known fault, the cases that must find it. */
class ContractsBiteTest {
    static Stream<Arguments> transactional() {
        return Stream.of(
                broken(BrokenRecordStores.IgnoresCase.class, "caseMatters", "timeOrderedKeys"),
                broken(BrokenRecordStores.IgnoresTrailingBlanks.class, "trailingBlankMatters"),
                broken(BrokenRecordStores.GluesWithColon.class, "glue"),
                broken(BrokenRecordStores.CutsLongKeys.class, "longestKeys"),
                broken(BrokenRecordStores.IgnoresScope.class, "otherScope", "accentMatters", "fourByteCharacters"),
                broken(BrokenRecordStores.IgnoresFence.class, "wrongFence", "fenceOfAnotherKey"),
                broken(
                        BrokenRecordStores.ChecksThenActs.class,
                        "race",
                        "duplicateWaitsForCommit",
                        "rolledBackClaimOfExpired"),
                broken(
                        BrokenRecordStores.NeverWaits.class,
                        "duplicateWaitsForCommit",
                        "duplicateWaitsForRollback",
                        "patienceIsPerClaim"),
                broken(BrokenRecordStores.WaitsForEver.class, "patienceOver"),
                broken(BrokenRecordStores.LocksTheTable.class, "differentKeys"),
                broken(BrokenRecordStores.MergesEmptyAndNone.class, "noAnswer"),
                broken(BrokenRecordStores.ForgetsRefusals.class, "refusal", "refusalAfterSavepoint"),
                broken(BrokenRecordStores.EchoesFingerprint.class, "storedFingerprint"),
                broken(BrokenRecordStores.NeverExpires.class, "expired", "claimedAfterExpiry", "raceForExpired"),
                broken(
                        BrokenRecordStores.CommitsByItself.class,
                        "rolledBackCompletion",
                        "exceptionAfterCompletion",
                        "invisibleUntilCommit",
                        "claimWithoutTransaction"));
    }

    static Stream<Arguments> leased() {
        return Stream.of(
                broken(BrokenLeasedStores.CompletesByKeyAlone.class, "lateOwner", "strangeFence"),
                broken(BrokenLeasedStores.RenewsByKeyAlone.class, "lateOwner", "strangeFence"),
                broken(BrokenLeasedStores.ReleasesByKeyAlone.class, "lateOwner", "strangeFence"),
                broken(BrokenLeasedStores.AbandonsByKeyAlone.class, "lateOwner", "strangeFence"),
                broken(BrokenLeasedStores.TakesOverByKeyAlone.class, "takeOverWithOldFence"),
                broken(BrokenLeasedStores.TakesOverTheLiving.class, "takeOverOfLiveClaim"),
                broken(BrokenLeasedStores.LosesAttempts.class, "takenOver", "attempts", "raceForLostClaim"),
                broken(
                        BrokenLeasedStores.CountsFencesInTheRow.class,
                        "fenceAfterPurge",
                        "fenceOverExpired",
                        "released"),
                broken(BrokenLeasedStores.RoundsLeasesUp.class, "subSecondLease"),
                broken(BrokenLeasedStores.RoundsLeasesDown.class, "subSecondLease"),
                broken(BrokenLeasedStores.NeverRenews.class, "renewed"),
                broken(BrokenLeasedStores.NeverAbandons.class, "abandoned"),
                broken(BrokenLeasedStores.KeepsReleased.class, "released"),
                broken(BrokenLeasedStores.PurgesClaims.class, "purgeKeepsClaims"));
    }

    static Stream<Arguments> others() {
        return Stream.of(
                broken(BrokenOthers.JoinsWithoutSavepoint.class, "joinedRolledBack", "joinedThrew", "levels"),
                broken(BrokenOthers.InnerRollbackKillsOuter.class, "joinedRolledBack", "levels"),
                broken(BrokenOthers.CommitsAlways.class, "rolledBack", "joinedRolledBack", "sideBySide"),
                broken(BrokenOthers.WrapsExceptions.class, "exceptionsPassThrough", "joinedThrew"),
                broken(BrokenOthers.RetriesEverything.class, "businessFailureIsNotRetryable"),
                broken(BrokenOthers.IgnoresLimit.class, "purgesInBatches"),
                broken(BrokenOthers.PurgesNothing.class, "purgesExpired", "purgersAtOnce"),
                broken(BrokenOthers.FindsByKeyAlone.class, "findsNothing"),
                broken(BrokenOthers.RecordsAfterCommit.class, "forgottenAnswer", "returnedRefusal", "joined", "faults"),
                broken(BrokenOthers.RemembersInItsProcess.class, "executedThenReplayed", "herd"),
                broken(BrokenOthers.NeverReachesPoints.class, "faults"));
    }

    static Stream<Arguments> locks() {
        return Stream.of(
                broken(BrokenLockProviders.ReleasesByNameAlone.class, "oneHolder", "overtaken"),
                broken(BrokenLockProviders.RenewsByNameAlone.class, "overtaken"),
                broken(BrokenLockProviders.FenceNeverRises.class, "oneHolder", "recognised", "overtaken", "race"),
                broken(BrokenLockProviders.RoundsLeasesDown.class, "subSecond"),
                broken(BrokenLockProviders.NeverRenews.class, "renewed", "over"),
                broken(BrokenLockProviders.ForgetsItsOwner.class, "recognised"),
                broken(BrokenLockProviders.IgnoresCase.class, "names"),
                broken(BrokenLockProviders.GrantsToAll.class, "oneHolder", "race", "busy"));
    }

    static Stream<Arguments> tokens() {
        return Stream.of(
                broken(BrokenTokenStores.ChecksThenActs.class, "race"),
                broken(BrokenTokenStores.IgnoresSubject.class, "otherSubject", "otherSession", "raceWithStrangers"),
                broken(BrokenTokenStores.IgnoresTarget.class, "otherTarget"),
                broken(BrokenTokenStores.FoldsPurpose.class, "otherPurpose"),
                broken(
                        BrokenTokenStores.UsesUpOnForeignAttempt.class,
                        "otherSubject",
                        "otherPurpose",
                        "otherTarget",
                        "glue"),
                broken(BrokenTokenStores.NeverExpires.class, "expired"),
                broken(BrokenTokenStores.KeepsClearTexts.class, "nothingInClear"),
                broken(BrokenTokenStores.FoldsTokens.class, "oneCharacter"),
                broken(BrokenTokenStores.OneUseTooMany.class, "threeTimes", "race"),
                broken(
                        BrokenTokenStores.IgnoresTransactions.class,
                        "rolledBack",
                        "exception",
                        "savepoint",
                        "issuedAndRolledBack",
                        "waitsForCommit",
                        "waitsForRollback",
                        "withoutTransaction"));
    }

    static Stream<Arguments> callbacks() {
        return Stream.of(
                broken(
                        BrokenCallbackVerifiers.ChecksNoSignature.class,
                        "bodyBits",
                        "headerBits",
                        "keyBits",
                        "unknownKey",
                        "mixed",
                        "replayed"),
                broken(BrokenCallbackVerifiers.ChecksNoTime.class, "stale", "future"),
                broken(BrokenCallbackVerifiers.RefusesOnlyTheOld.class, "future"),
                broken(BrokenCallbackVerifiers.LeavesTimeUnsigned.class, "headerBits", "replayed"),
                broken(BrokenCallbackVerifiers.IgnoresTheFirstByte.class, "bodyBits"),
                broken(BrokenCallbackVerifiers.TrimsTheBody.class, "longer"),
                broken(BrokenCallbackVerifiers.ComparesInAnyCase.class, "headerBits"),
                broken(BrokenCallbackVerifiers.ThrowsOnGarbage.class, "headers", "garbageInHeaders"),
                broken(BrokenCallbackVerifiers.KnowsOneKey.class, "secondKey"),
                broken(BrokenCallbackVerifiers.NamesDeliveries.class, "deliveredAgain"),
                broken(BrokenCallbackVerifiers.InventsRefunds.class, "refundDeliveredAgain"),
                broken(BrokenCallbackVerifiers.TakesAnyMerchant.class, "doubts"),
                broken(BrokenCallbackVerifiers.AnswersAllAlike.class, "answers"),
                broken(BrokenCallbackVerifiers.SharesState.class, "herd"),
                broken(BrokenCallbackVerifiers.RepeatsTheBody.class, "bodyBits", "headers"),
                broken(BrokenCallbackVerifiers.RoundsAmounts.class, "amounts"));
    }

    static Stream<Arguments> inboxes() {
        return Stream.of(
                broken(
                        BrokenInboxes.CommitsByItself.class,
                        "rolledBack",
                        "savepoint",
                        "invisible",
                        "waitsForRollback",
                        "doneRolledBack",
                        "withoutTransaction"),
                broken(BrokenInboxes.ChecksThenActs.class, "race", "waitsForRollback", "done"),
                broken(BrokenInboxes.Overwrites.class, "putAgain"),
                broken(BrokenInboxes.ThrowsAtDuplicates.class, "putAgain", "putTwiceInOne", "race"),
                broken(BrokenInboxes.IgnoresCase.class, "bytes"),
                broken(BrokenInboxes.SortsAsPeopleDo.class, "bytes"),
                broken(BrokenInboxes.ForgetsSources.class, "sources"),
                broken(BrokenInboxes.LocksNothing.class, "skipped", "shared", "subject"),
                broken(BrokenInboxes.LocksAllThatIsDue.class, "skipped"),
                broken(BrokenInboxes.HandsOutTheLatest.class, "order"),
                broken(BrokenInboxes.NeverDelays.class, "delayed", "again"),
                broken(BrokenInboxes.CountsPostponements.class, "postponed"),
                broken(BrokenInboxes.IgnoresTries.class, "stale", "counted"),
                broken(BrokenInboxes.ParksUncounted.class, "putAside"),
                broken(BrokenInboxes.HidesParked.class, "subject"),
                broken(BrokenInboxes.HidesWhatIsNotDue.class, "waiting"),
                broken(BrokenInboxes.FindsOtherSources.class, "found"),
                broken(BrokenInboxes.RevivesAll.class, "revived"),
                broken(BrokenInboxes.CutsCharacters.class, "longCause"),
                broken(BrokenInboxes.ForgivesNoTransaction.class, "withoutTransaction"));
    }

    static Stream<Arguments> sagas() {
        return Stream.of(
                broken(BrokenSagas.ForgetsWhatIsUnfinished.class, "killedAnywhere", "completers", "parked"),
                broken(BrokenSagas.ForgetsRefusals.class, "emptyCompensation"),
                broken(BrokenSagas.ForgetsSteps.class, "killedAnywhere", "killedWhileUndone", "undoFails"));
    }

    static Stream<Arguments> shards() {
        return Stream.of(
                broken(BrokenShards.DecidesNothing.class, "firstDecisionCounts", "shardAdded", "shardAddedUnderLoad"),
                broken(BrokenShards.Folds.class, "routeKeys"),
                broken(BrokenShards.ForgetsRoutes.class, "otherRoute", "otherRouteAtOnce"),
                broken(BrokenShards.BindsToAnother.class, "coLocated", "shardAdded"));
    }

    private static Arguments broken(Class<?> pupil, String... cases) {
        return Arguments.of(pupil, Arrays.asList(cases));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"transactional", "leased", "others", "locks", "tokens", "callbacks", "inboxes", "sagas", "shards"})
    @DisplayName("a fault is found by each case that is there for it")
    void found(Class<?> pupil, List<String> cases) {
        for (String name : cases) {
            TestExecutionSummary summary = run(pupil, name);
            assertThat(summary.getTestsStartedCount()).as("%s ran", name).isPositive();
            assertThat(summary.getTestsFailedCount())
                    .as("%s finds the fault", name)
                    .isPositive();
        }
    }

    static Stream<Class<?>> sound() {
        return Stream.of(
                BrokenRecordStores.Sound.class,
                BrokenLeasedStores.Sound.class,
                BrokenTokenStores.Sound.class,
                BrokenTokenStores.SoundSeveral.class,
                BrokenOthers.SoundRunner.class,
                BrokenOthers.SoundMaintenance.class,
                BrokenOthers.SoundEngine.class,
                BrokenLockProviders.Sound.class,
                BrokenCallbackVerifiers.Sound.class,
                BrokenInboxes.Sound.class,
                BrokenSagas.Sound.class,
                BrokenShards.Sound.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("sound")
    @DisplayName("the same cases let the pupil without a fault pass")
    void passed(Class<?> pupil) {
        List<String> cases = Stream.of(
                        transactional(),
                        leased(),
                        others(),
                        locks(),
                        tokens(),
                        callbacks(),
                        inboxes(),
                        sagas(),
                        shards())
                .flatMap(faults -> faults)
                .map(Arguments::get)
                .filter(fault -> pupil.getSuperclass().isAssignableFrom((Class<?>) fault[0]))
                .flatMap(fault -> ((List<?>) fault[1]).stream())
                .map(String::valueOf)
                .distinct()
                .toList();
        assertThat(cases).isNotEmpty().allSatisfy(name -> {
            TestExecutionSummary summary = run(pupil, name);
            assertThat(summary.getTestsSucceededCount()).isPositive();
            assertThat(summary.getFailures()).isEmpty();
        });
    }

    private static TestExecutionSummary run(Class<?> pupil, String name) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(pupil, name))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }
}
