/// Makes the driver known to the kubelet of its node.
@NullMarked
package dev.stowage.sidecar.registrar;

import org.jspecify.annotations.NullMarked;
