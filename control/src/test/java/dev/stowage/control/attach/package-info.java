@NullMarked
package dev.stowage.control.attach;

import org.jspecify.annotations.NullMarked;
