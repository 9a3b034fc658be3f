/// Detects nodes without heartbeats, and evicts their pods.
@NullMarked
package dev.stowage.cluster.nodelifecycle;

import org.jspecify.annotations.NullMarked;
