/** Writes a first plan, out of a few answers or out of an OpenAPI document. */
@NullMarked
package io.onlyonce.verify.init;

import org.jspecify.annotations.NullMarked;
