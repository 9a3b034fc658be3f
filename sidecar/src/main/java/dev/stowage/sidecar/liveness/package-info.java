/// Serves the liveness of the driver over HTTP.
@NullMarked
package dev.stowage.sidecar.liveness;

import org.jspecify.annotations.NullMarked;
