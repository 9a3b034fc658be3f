/// Names that Kubernetes and the CSI components fix: annotations, labels, finalizers, taints, event reasons and
/// condition types. Each is written once, here; a class holds the names of one API group or one kind of object.
@NullMarked
package dev.stowage.k8s.names;

import org.jspecify.annotations.NullMarked;
