package io.onlyonce.lock;

import io.onlyonce.record.Fence;

/**
 * A lock as a provider granted it.
 *
 * @param name what is locked
 * @param owner the attempt that has it: never a thread or a process, both of which do several things
 * @param fence greater than that of every earlier grant of this name
 */
public record Grant(LockName name, String owner, Fence fence) {}
