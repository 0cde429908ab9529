package io.onlyonce.inbox;

/**
 * An entry as the inbox has it. Immutable.
 *
 * @param entry what was taken in
 * @param tries how many attempts at it have failed
 * @param parked whether it was put aside, to be looked at by people
 */
public record Kept(InboxEntry entry, int tries, boolean parked) {}
