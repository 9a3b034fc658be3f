@NullMarked
package dev.stowage.sidecar.snapshotter;

import org.jspecify.annotations.NullMarked;
