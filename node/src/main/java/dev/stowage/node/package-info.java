/// The kubelet's part: a node that registers drivers, mounts volumes and runs pods.
@NullMarked
package dev.stowage.node;

import org.jspecify.annotations.NullMarked;
