/// The time from a claim and a pod to the first byte in the volume, compared with the kubelet.
@NullMarked
package dev.stowage.bench.node;

import org.jspecify.annotations.NullMarked;
