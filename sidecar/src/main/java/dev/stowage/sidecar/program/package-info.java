/// One process out of roles: its command line, its start, its end.
@NullMarked
package dev.stowage.sidecar.program;

import org.jspecify.annotations.NullMarked;
