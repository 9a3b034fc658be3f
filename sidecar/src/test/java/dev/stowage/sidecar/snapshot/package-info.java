@NullMarked
package dev.stowage.sidecar.snapshot;

import org.jspecify.annotations.NullMarked;
