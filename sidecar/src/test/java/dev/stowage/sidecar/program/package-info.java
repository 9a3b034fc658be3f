@NullMarked
package dev.stowage.sidecar.program;

import org.jspecify.annotations.NullMarked;
