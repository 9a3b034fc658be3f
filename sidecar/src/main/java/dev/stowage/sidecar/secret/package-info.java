/// Secrets: where a class says they are, and what the server hands out. They go into calls and nowhere else.
@NullMarked
package dev.stowage.sidecar.secret;

import org.jspecify.annotations.NullMarked;
