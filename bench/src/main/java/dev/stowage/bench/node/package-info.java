/// From a claim and a pod to the first byte in the volume, beside the kubelet.
@NullMarked
package dev.stowage.bench.node;

import org.jspecify.annotations.NullMarked;
