/** A plan out of a single request, for a first look at a service. */
@NullMarked
package io.onlyonce.verify.probe;

import org.jspecify.annotations.NullMarked;
