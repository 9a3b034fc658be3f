/// The start spec of a container for the runtime, with all references of the pod spec resolved.
@NullMarked
package dev.stowage.node.podworker.startspec;

import org.jspecify.annotations.NullMarked;
