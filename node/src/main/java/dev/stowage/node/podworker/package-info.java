/// Runs pods: starts and stops their containers, and reports the pod status.
@NullMarked
package dev.stowage.node.podworker;

import org.jspecify.annotations.NullMarked;
