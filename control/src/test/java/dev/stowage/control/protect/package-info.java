@NullMarked
package dev.stowage.control.protect;

import org.jspecify.annotations.NullMarked;
