/** Results and fingerprints as JSON. */
@NullMarked
package io.onlyonce.json;

import org.jspecify.annotations.NullMarked;
