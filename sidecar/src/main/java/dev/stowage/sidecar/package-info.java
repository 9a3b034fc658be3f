/// The external components of a CSI driver, in one process.
@NullMarked
package dev.stowage.sidecar;

import org.jspecify.annotations.NullMarked;
