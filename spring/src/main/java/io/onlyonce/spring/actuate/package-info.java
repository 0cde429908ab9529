/** What operators see: health and meters. */
@NullMarked
package io.onlyonce.spring.actuate;

import org.jspecify.annotations.NullMarked;
