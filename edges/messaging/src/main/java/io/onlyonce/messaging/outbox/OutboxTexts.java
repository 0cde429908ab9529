package io.onlyonce.messaging.outbox;

/** The texts of the outbox's errors: each names the value, the rule and the remedy. */
final class OutboxTexts {
    private OutboxTexts() {}

    static String version(byte found, byte known) {
        return "The message was kept in the format " + found + ", and this release reads " + known
                + ". Let a node of the newer release send it.";
    }

    static String torn(int length, int left) {
        return "A part of the kept message has " + length + " bytes, and " + left
                + " are left. The row was changed or written by something else.";
    }

    static String idTwice(String id, String first, String second) {
        return "A message with the id \"" + id + "\" for \"" + first
                + "\" is still unsent, and another one with this id is for \"" + second
                + "\". Nothing was published. Give each message an id of its own, for example with the destination in it.";
    }

    static String number(String name, int number, int most) {
        return "The relay's " + name + " is " + number + "; it must lie between 1 and " + most + ".";
    }

    static String joined(String outbox) {
        return "The relay of the outbox " + outbox
                + " was called inside a transaction. Nothing was sent. It opens its own; call it outside.";
    }

    static String answers(int answers, int messages) {
        return "The publisher has given " + answers + " answers for " + messages
                + " messages; it must give one for each, in their order. All of them will be sent again.";
    }
}
