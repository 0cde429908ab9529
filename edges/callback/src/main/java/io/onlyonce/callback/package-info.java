/**
 * Payment callbacks: verified on the raw bytes, recorded, booked once, acknowledged as the provider expects. {@link io.onlyonce.callback.CallbackPipeline} tells the story.
 */
@NullMarked
package io.onlyonce.callback;

import org.jspecify.annotations.NullMarked;
