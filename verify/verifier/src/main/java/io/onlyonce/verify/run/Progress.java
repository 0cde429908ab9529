package io.onlyonce.verify.run;

import io.onlyonce.verify.history.Recorder;

/** Hears how a run gets on. Called from the run's thread. */
public interface Progress {
    /** Nobody listens. */
    Progress NONE = (stage, recorder) -> {};

    /**
     * @param stage what begins now, for people
     * @param recorder what was seen so far, for live counts
     */
    void stage(String stage, Recorder recorder);
}
