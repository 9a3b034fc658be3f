@NullMarked
package dev.stowage.sidecar.resize;

import org.jspecify.annotations.NullMarked;
