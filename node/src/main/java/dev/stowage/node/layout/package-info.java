/// The directory layout of the kubelet. The names are the same, so that either can take over a node from the other.
@NullMarked
package dev.stowage.node.layout;

import org.jspecify.annotations.NullMarked;
