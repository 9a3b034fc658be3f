@NullMarked
package dev.stowage.cluster.nodelifecycle;

import org.jspecify.annotations.NullMarked;
