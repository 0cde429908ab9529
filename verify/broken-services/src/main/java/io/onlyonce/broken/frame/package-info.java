/** What every variant stands in: HTTP, JSON, a connection pool. Nothing here recognises a repeated request. */
@NullMarked
package io.onlyonce.broken.frame;

import org.jspecify.annotations.NullMarked;
