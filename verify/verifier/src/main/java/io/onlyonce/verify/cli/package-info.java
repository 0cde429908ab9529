/** The command line, {@code onlyonce-verify}. The other packages do the work; it reads words, and prints them. */
@NullMarked
package io.onlyonce.verify.cli;

import org.jspecify.annotations.NullMarked;
