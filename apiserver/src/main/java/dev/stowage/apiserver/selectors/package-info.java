/// Which objects a reader wants: selectors by label and by field.
@NullMarked
package dev.stowage.apiserver.selectors;

import org.jspecify.annotations.NullMarked;
