/**
 * What verifiers have in common: exact reading of headers, text, JSON, amounts and keys, and the age of a timestamp. A verifier of one's own is made from the same parts.
 */
@NullMarked
package io.onlyonce.callback.provider;

import org.jspecify.annotations.NullMarked;
