/** Tells what a run has shown: to people, to programs, and to a later run of the checks. Everything here is a pure function of a {@link Report}. */
@NullMarked
package io.onlyonce.verify.report;

import org.jspecify.annotations.NullMarked;
