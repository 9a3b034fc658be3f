/// Where things lie below the kubelet's folder. The names are the kubelet's, so that either can take over from the
/// other.
@NullMarked
package dev.stowage.node.layout;

import org.jspecify.annotations.NullMarked;
