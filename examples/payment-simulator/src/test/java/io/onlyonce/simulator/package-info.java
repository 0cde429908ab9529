@NullMarked
package io.onlyonce.simulator;

import org.jspecify.annotations.NullMarked;
