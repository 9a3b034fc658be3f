@NullMarked
package dev.stowage.sidecar.mover;

import org.jspecify.annotations.NullMarked;
