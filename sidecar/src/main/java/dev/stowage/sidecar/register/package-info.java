/// Makes the driver known to the kubelet of its node.
@NullMarked
package dev.stowage.sidecar.register;

import org.jspecify.annotations.NullMarked;
