package io.onlyonce.testkit.memory;

/** What sharded operations promise, over stores in memory. */
class MemoryShardTest extends MemoryShardFixture {}
