package io.onlyonce.broken.shop;

/** What brings an order from one status to another. */
public enum Step {
    PAY(Status.PENDING, Status.PAID),
    CANCEL(Status.PENDING, Status.CANCELLED),
    CLOSE(Status.PENDING, Status.CLOSED),
    SHIP(Status.PAID, Status.SHIPPED);

    private final Status from;
    private final Status to;

    Step(Status from, Status to) {
        this.from = from;
        this.to = to;
    }

    /** The only status in which it is legal. */
    public Status from() {
        return from;
    }

    public Status to() {
        return to;
    }
}
