package io.onlyonce.verify.plan;

/**
 * A plan with its text.
 *
 * @param yaml all of it, with what it takes over from others; the environment's values are not in it, so that no secret is
 */
public record WrittenPlan(Plan plan, String yaml) {}
