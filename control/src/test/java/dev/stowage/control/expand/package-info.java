@NullMarked
package dev.stowage.control.expand;

import org.jspecify.annotations.NullMarked;
