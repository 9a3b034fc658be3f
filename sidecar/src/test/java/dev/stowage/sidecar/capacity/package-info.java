@NullMarked
package dev.stowage.sidecar.capacity;

import org.jspecify.annotations.NullMarked;
