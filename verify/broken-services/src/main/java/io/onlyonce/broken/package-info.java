/**
 * A corpus of small services: each broken one has one fault that people really make, and right ones in many styles stand beside them. A verifier has to find every
 * broken one and to let every right one pass.
 */
@NullMarked
package io.onlyonce.broken;

import org.jspecify.annotations.NullMarked;
