/** What keeps leases alive; internal. */
@NullMarked
package io.onlyonce.lease;

import org.jspecify.annotations.NullMarked;
