/** What became of each call, kept for a while so that people can look it up. */
@NullMarked
package io.onlyonce.audit;

import org.jspecify.annotations.NullMarked;
