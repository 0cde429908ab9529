package io.onlyonce.verify.check;

/** A rule that a run either keeps or breaks. A pure function: the same evidence gives the same finding. */
public interface Check {
    /** Its name in reports, in words joined by hyphens. */
    String name();

    /** What it says when it is kept, in a sentence. */
    String promise();

    Finding examine(Evidence evidence);
}
