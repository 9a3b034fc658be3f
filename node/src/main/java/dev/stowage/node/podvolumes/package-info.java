/// The volumes of a pod as the pod workers and the volume manager both see them.
@NullMarked
package dev.stowage.node.podvolumes;

import org.jspecify.annotations.NullMarked;
