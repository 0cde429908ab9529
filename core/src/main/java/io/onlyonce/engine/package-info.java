/** The story of one request, told once for transactional and once for leased operations. */
@NullMarked
package io.onlyonce.engine;

import org.jspecify.annotations.NullMarked;
