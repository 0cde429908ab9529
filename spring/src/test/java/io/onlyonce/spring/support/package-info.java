/** What the starter's tests share: databases with business tables, applications, effects. */
@NullMarked
package io.onlyonce.spring.support;

import org.jspecify.annotations.NullMarked;
