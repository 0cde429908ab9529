package io.onlyonce.simulator;

import java.math.BigDecimal;
import java.net.URI;
import java.util.Collection;

/** The texts of this module's errors: each names the value, the rule and the remedy. */
final class SimulatorTexts {
    private SimulatorTexts() {}

    static String noChannel(String path) {
        return "There is no channel '" + path + "'; the channels are standard, stripe, wechatpay and alipay.";
    }

    static String noRefund(Notice notice) {
        return "The " + notice + " tells of no refund. Give it one, or take a kind that needs none.";
    }

    static IllegalArgumentException notSent(Notice notice) {
        return new IllegalArgumentException(notice.channel().path() + " sends no notice of the kind " + notice.kind()
                + ". Ask Channel.sends first.");
    }

    static String noPayment(String paymentNo) {
        return "The provider knows no payment " + paymentNo + ". Open it first.";
    }

    static String otherPayment(Payment known) {
        return "The payment " + known.paymentNo() + " is open through "
                + known.channel().path() + " with " + known.amount()
                + " already. A payment number is used once; take another for another payment.";
    }

    static String notPossible(String operation, Payment payment) {
        return "The payment " + payment.paymentNo() + " is " + payment.state() + ", and the provider can't " + operation
                + " it any more.";
    }

    static String otherRefund(Refund known) {
        return "The refund " + known.refundNo() + " was asked for with " + known.amount() + " for payment "
                + known.paymentNo()
                + " before. A repeated refund has the same parameters; another one needs another number.";
    }

    static String refundOver(Refund known) {
        return "The refund " + known.refundNo() + " is " + known.state()
                + " for good. Another attempt needs another refund number.";
    }

    static String tooMuchRefunded(Payment payment, BigDecimal amount) {
        return "A refund of " + amount + " is more than is left of the " + payment.amount() + " of payment "
                + payment.paymentNo() + ".";
    }

    static String amount(BigDecimal amount) {
        return "The amount " + amount
                + " can't be paid or refunded; it has to be above zero, with at most two decimals.";
    }

    static String secret(String form) {
        return "The secret is not usable; it has to be " + form + ".";
    }

    static String apiV3Key(int length) {
        return "The API v3 key has " + length + " bytes; it has to have 32.";
    }

    static String noKey() {
        return "A signer needs a key at least.";
    }

    static String notHere(URI base) {
        return "Callbacks can't be sent to " + base
                + ": the simulator speaks to this computer only. Give http://127.0.0.1:<port>, without a path.";
    }

    static String noSigner(Channel channel) {
        return "There is no signer for " + channel.path() + ". Give the delivery one for each channel that is used.";
    }

    static String tooSlow(long fasterBy) {
        return "Time can't be compressed by " + fasterBy + "; 1 is real time, 3600 makes hours seconds.";
    }

    static String attempts(int most) {
        return "A delivery can't have " + most + " attempts at most; it has one at least.";
    }

    static String copies(int copies) {
        return "There can't be " + copies + " copies of a notice; there is one at least.";
    }

    static String noScenario(String name, Collection<String> names) {
        return "There is no scenario '" + name + "'; the scenarios are " + String.join(", ", names) + ".";
    }

    static String payments(int needed, int given) {
        return "The scenario needs " + needed + " opened payments and was given " + given + ".";
    }
}
