package io.onlyonce.redis;

/** How {@link RedisStockGate#take} ended. Whatever is not {@link Taken} has changed nothing. */
public sealed interface Taking {

    /** The pieces are held for the reference, since now or since it asked before. */
    record Taken() implements Taking {}

    /**
     * Less is left than was wanted. Holds count as gone here, and some of them may still be given back.
     *
     * @param left how many pieces are left; 0 or more
     */
    record TooLittle(long left) implements Taking {}

    /** The gate does not know the item: {@linkplain RedisStockGate#load load} it, and ask again. */
    record Unknown() implements Taking {}
}
