/** Callbacks that come over HTTP. */
@NullMarked
package io.onlyonce.callback.servlet;

import org.jspecify.annotations.NullMarked;
