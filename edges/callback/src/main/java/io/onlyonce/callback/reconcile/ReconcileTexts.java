package io.onlyonce.callback.reconcile;

/** The texts of this package's errors: each names the value, the rule and the remedy. */
final class ReconcileTexts {
    private static final int SHOWN = 64;

    private ReconcileTexts() {}

    static String unusable(String name, String text, int most) {
        String visible = text.replaceAll("[^\\x20-\\x7E]", "?");
        return "The " + name + " \"" + (visible.length() > SHOWN ? visible.substring(0, SHOWN) + "…" : visible)
                + "\" is not usable; it has 1 to " + most
                + " printable ASCII characters without blanks. Strip what the statement's file puts around it.";
    }

    static String bookedTwice(MovementId id) {
        return "The books have two lines of " + id
                + ". Nothing was compared. Give the ledger a unique key on channel, transaction number and direction.";
    }
}
