/// Registers the driver with the kubelet of its node.
@NullMarked
package dev.stowage.sidecar.registrar;

import org.jspecify.annotations.NullMarked;
