/// Objects whose owners are gone go after them.
@NullMarked
package dev.stowage.control.collect;

import org.jspecify.annotations.NullMarked;
