/** The verifier's own test: does it find every broken service, and let every right one pass? */
@NullMarked
package io.onlyonce.broken.survey;

import org.jspecify.annotations.NullMarked;
