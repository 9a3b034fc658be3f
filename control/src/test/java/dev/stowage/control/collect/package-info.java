@NullMarked
package dev.stowage.control.collect;

import org.jspecify.annotations.NullMarked;
