@NullMarked
package dev.stowage.sidecar;

import org.jspecify.annotations.NullMarked;
