/**
 * TCC - try, confirm, cancel - under Apache Seata: a branch's reservation, and its end, take effect once in the resource's own database. {@link io.onlyonce.seata.TccGuard}
 * tells the story. Seata coordinates; nothing here does.
 */
@NullMarked
package io.onlyonce.seata;

import org.jspecify.annotations.NullMarked;
