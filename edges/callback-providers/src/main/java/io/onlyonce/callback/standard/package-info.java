/** Callbacks signed by the rules of Standard Webhooks. */
@NullMarked
package io.onlyonce.callback.standard;

import org.jspecify.annotations.NullMarked;
