package io.onlyonce.testkit.memory;

/** What sagas promise, over stores in memory. */
class MemorySagaTest extends MemorySagaFixture {}
