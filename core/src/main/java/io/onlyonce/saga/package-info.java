/**
 * Operations of several transactions, in one database or in many: each step takes effect once, what is begun comes to its end, and a refusal undoes what was done
 * before it. {@link io.onlyonce.saga.Saga} shows one, {@link io.onlyonce.saga.Sagas} tells the story of a run.
 */
@NullMarked
package io.onlyonce.saga;

import org.jspecify.annotations.NullMarked;
