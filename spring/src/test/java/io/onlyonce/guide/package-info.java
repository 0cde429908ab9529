/** The code of the README and the guide: {@link io.onlyonce.guide.GuideSnippetsTest} finds each block of theirs here. */
@NullMarked
package io.onlyonce.guide;

import org.jspecify.annotations.NullMarked;
