/** The transaction that record and business writes share. */
@NullMarked
package io.onlyonce.transaction;

import org.jspecify.annotations.NullMarked;
