/** Handler methods that take effect only once: which requests they are, whose, and what the API description says of them. */
@NullMarked
package io.onlyonce.spring.web;

import org.jspecify.annotations.NullMarked;
