@NullMarked
package dev.stowage.sidecar.liveness;

import org.jspecify.annotations.NullMarked;
