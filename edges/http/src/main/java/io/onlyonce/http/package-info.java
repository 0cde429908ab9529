/** The HTTP edge: a Jakarta Servlet filter and its parts. */
@NullMarked
package io.onlyonce.http;

import org.jspecify.annotations.NullMarked;
