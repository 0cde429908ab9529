/** What a run is to do, and how its outcome is judged: read from a plan file, or put together in code. */
@NullMarked
package io.onlyonce.verify.plan;

import org.jspecify.annotations.NullMarked;
