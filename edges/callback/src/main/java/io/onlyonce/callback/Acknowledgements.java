package io.onlyonce.callback;

/**
 * The three answers that a provider understands. Immutable.
 *
 * @param accepted it is kept; don't send it again
 * @param notVerified nobody knows that it is yours
 * @param sendAgain it can't be kept now; send it again
 */
public record Acknowledgements(Acknowledgement accepted, Acknowledgement notVerified, Acknowledgement sendAgain) {}
