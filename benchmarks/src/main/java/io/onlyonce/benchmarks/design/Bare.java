package io.onlyonce.benchmarks.design;

/** The business transaction alone: a second request pays a second time. What the others are compared with. */
final class Bare implements Design {
    private final Node node;

    Bare(Node node) {
        this.node = node;
    }

    @Override
    public String pay(Payment payment) throws Exception {
        return node.pay(payment);
    }
}
