package io.onlyonce.verify.plan;

/** A plan that can't be followed. The message names the place, the value, the rule and the remedy. */
public final class PlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param place file, line and column, as editors read it
     */
    public PlanException(String place, String message) {
        super(place + ": " + message);
    }
}
