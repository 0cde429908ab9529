/** The goals of the project for speed, and how far they are reached. */
@NullMarked
package io.onlyonce.benchmarks.goals;

import org.jspecify.annotations.NullMarked;
