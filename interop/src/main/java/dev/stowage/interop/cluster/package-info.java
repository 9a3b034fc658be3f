/// The real Kubernetes on loopback: a control plane, and a node with containerd and the kubelet.
@NullMarked
package dev.stowage.interop.cluster;

import org.jspecify.annotations.NullMarked;
