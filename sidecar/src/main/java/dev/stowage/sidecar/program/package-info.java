/// The sidecar program: its flags, its roles, its process.
@NullMarked
package dev.stowage.sidecar.program;

import org.jspecify.annotations.NullMarked;
