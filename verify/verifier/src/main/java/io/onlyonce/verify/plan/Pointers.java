package io.onlyonce.verify.plan;

import tools.jackson.core.JsonPointer;

/** JSON pointers, looked at before a run and not in its midst. */
final class Pointers {
    private Pointers() {}

    /**
     * @throws IllegalArgumentException if it is none
     */
    static String checked(String pointer) {
        try {
            JsonPointer.compile(pointer);
            return pointer;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PlanTexts.pointer(pointer), e);
        }
    }
}
