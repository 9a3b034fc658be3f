@NullMarked
package dev.stowage.control.snapshot;

import org.jspecify.annotations.NullMarked;
