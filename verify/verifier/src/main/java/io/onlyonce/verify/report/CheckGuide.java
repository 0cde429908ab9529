package io.onlyonce.verify.report;

import java.util.Map;
import java.util.Optional;

/**
 * What a broken check usually comes from.
 *
 * @param cause the mistakes that break it
 * @param remedy what to do
 */
record CheckGuide(String cause, String remedy) {
    private static final Map<String, CheckGuide> GUIDES = Map.ofEntries(
            guide(
                    "at-most-one-effect",
                    "Two requests with the same key were both taken for the first one: somebody looked whether the key is there, and wrote it afterwards; or the key is forgotten too"
                            + " early, or when a node dies.",
                    "Let one statement decide, such as an insert under a unique constraint, in the same transaction as the effect."),
            guide(
                    "effect-for-every-success",
                    "The answer, or the record of it, was there before the effect was safe: it outlived a rollback or a crash.",
                    "Commit the effect and its record together, and answer after the commit."),
            guide(
                    "no-effect-of-refused",
                    "Something stayed behind when the operation was refused: a part of the work was committed on its own, or the refusal came from another layer.",
                    "Do all of it in one transaction, and roll it back when you refuse."),
            guide(
                    "replay-equals-first",
                    "The answer is made anew for each request: another number, another time, another status. Often it is a second effect, too.",
                    "Keep the first answer with the key, and repeat it. If a member may differ, name it under ignore; if only the body counts, say same: body."),
            guide(
                    "own-answer",
                    "A stored answer was found under a key that is not the request's own: keys of different users or operations share one space, or an answer is kept in a shared field.",
                    "Look records up by user, operation and key together."),
            guide(
                    "mismatch-refused",
                    "The key alone is compared, not what it stands for; or an honest retry is taken for another request, because something that changes each time is compared, too.",
                    "Keep a fingerprint of the payload with the key, compare it, and refuse what differs with 422."),
            guide(
                    "honest-in-progress",
                    "The claim of a key stayed when its work had ended, or the answer does not say when to come back.",
                    "Release the claim in the same transaction as the work, give it a lease, and send Retry-After."),
            guide(
                    "no-stuck-key",
                    "The claim of a key outlived the node that held it, and nobody takes it over.",
                    "Give each claim a lease, and let the next request take over what has expired."),
            guide(
                    "no-orphan-record",
                    "Record and effect were written in two transactions, and something came between them.",
                    "Write both in one transaction; where that can't be, claim with a lease and reconcile."),
            guide(
                    "conserved",
                    "A sum was read, calculated with and written back, while another request did the same; or one side of a movement was written without the other.",
                    "Change it relatively in one statement (stock = stock - ?), and write both sides in one transaction."),
            guide(
                    "legal-transitions",
                    "The state was looked at, and changed afterwards by a statement that does not name the state it leaves.",
                    "Name it: UPDATE ... SET state = ? WHERE id = ? AND state = ?, and read the number of rows."),
            guide(
                    "invariants",
                    "The data hold rows that the plan says can't be there.",
                    "Look at the rows, and let a constraint of the database refuse them."),
            guide(
                    "log-explains",
                    "A request was decided about without a word in the log, or the word was another than the answer.",
                    "Log each decision with its key, at the place where it is made."));

    private static Map.Entry<String, CheckGuide> guide(String check, String cause, String remedy) {
        return Map.entry(check, new CheckGuide(cause, remedy));
    }

    static Optional<CheckGuide> of(String check) {
        return Optional.ofNullable(GUIDES.get(check));
    }
}
