package io.onlyonce.verify.check;

/** A rule that a run either keeps or breaks. A pure function: the same evidence gives the same finding. */
public interface Check {
    /** Its name in reports, in words joined by hyphens. */
    String name();

    /** What it says when it is kept, in a sentence. */
    String promise();

    /** Whether waiting may mend what it finds: what takes effect late is no fault, what took effect twice stays one. */
    boolean heals();

    Finding examine(Evidence evidence);
}
