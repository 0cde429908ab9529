package io.onlyonce.shop.shard;

import io.onlyonce.saga.Participant;
import java.util.List;

/** The databases that the shop's rows lie in. Thread-safe. */
public interface Shards {
    /** Their names; the first one is the home, where transfers and customers lie. */
    List<String> names();

    /** In which of them an account lies, for ever. */
    String ofAccount(String accountId);

    /** One of them as a place where a transfer's step is taken. */
    Participant participant(String shard);

    /** The home, as such a place. */
    default Participant home() {
        return participant(names().get(0));
    }

    /** Lets work that is done for each of them see each of them in turn, alone. */
    void each(Work work);

    /** What is done in one of them. */
    @FunctionalInterface
    interface Work {
        /**
         * @param shard whose rows it sees
         */
        void in(String shard);
    }
}
