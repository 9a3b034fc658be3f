/// A real API server, a real socket, and a driver with scripted responses.
@NullMarked
package dev.stowage.sidecar.testing;

import org.jspecify.annotations.NullMarked;
