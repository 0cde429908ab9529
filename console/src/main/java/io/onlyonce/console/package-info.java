/** Web pages for people: what happened to a key, which claims were abandoned, and what to do about them. */
@NullMarked
package io.onlyonce.console;

import org.jspecify.annotations.NullMarked;
