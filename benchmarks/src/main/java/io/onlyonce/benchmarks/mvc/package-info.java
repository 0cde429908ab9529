/** What OnlyOnce costs behind Spring MVC: the same payment through three handlers of one application. */
@NullMarked
package io.onlyonce.benchmarks.mvc;

import org.jspecify.annotations.NullMarked;
