/// Which objects a reader wants: selectors by label and by field.
@NullMarked
package dev.stowage.apiserver.select;

import org.jspecify.annotations.NullMarked;
