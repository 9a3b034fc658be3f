@NullMarked
package dev.stowage.sidecar.topology;

import org.jspecify.annotations.NullMarked;
