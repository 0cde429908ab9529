package io.onlyonce.spring.actuate;

/** How many dead letters were sent back. */
public record SentBack(int sent) {}
