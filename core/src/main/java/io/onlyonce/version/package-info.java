/** The version check (optimistic locking): an update names the version that it was made from, and what to do when that is out of date. */
@NullMarked
package io.onlyonce.version;

import org.jspecify.annotations.NullMarked;
