/**
 * State machines as data: which {@linkplain io.onlyonce.state.Event events} lead from where to where, and how a guarded status change that changed
 * nothing is {@linkplain io.onlyonce.state.Transition read}. A store makes each transition by one compare-and-set.
 *
 * <p>Three readings, however often an event is delivered. Before its target it applies once; in its target it is a success without a change; beyond its
 * target it is refused, and changes nothing.
 */
@NullMarked
package io.onlyonce.state;

import org.jspecify.annotations.NullMarked;
