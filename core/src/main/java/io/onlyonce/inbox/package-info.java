/**
 * What was taken in and is not dealt with yet: kept in the transaction that took it in, worked on later, again after a failure, and put aside after too many.
 * {@link io.onlyonce.inbox.InboxWorker} tells the story.
 */
@NullMarked
package io.onlyonce.inbox;

import org.jspecify.annotations.NullMarked;
