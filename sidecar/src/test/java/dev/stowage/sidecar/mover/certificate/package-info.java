/// Certificates of movers, against a real API server.
@NullMarked
package dev.stowage.sidecar.mover.certificate;

import org.jspecify.annotations.NullMarked;
