/// A real API server, a real socket, and a driver that does as a test says.
@NullMarked
package dev.stowage.sidecar.testing;

import org.jspecify.annotations.NullMarked;
