/// Whether the driver lives, for whoever asks over HTTP.
@NullMarked
package dev.stowage.sidecar.liveness;

import org.jspecify.annotations.NullMarked;
