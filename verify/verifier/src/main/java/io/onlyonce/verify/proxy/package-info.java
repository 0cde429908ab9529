/** Faults of connections: a TCP proxy inside this process. */
@NullMarked
package io.onlyonce.verify.proxy;

import org.jspecify.annotations.NullMarked;
