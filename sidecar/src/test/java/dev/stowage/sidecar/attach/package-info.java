@NullMarked
package dev.stowage.sidecar.attach;

import org.jspecify.annotations.NullMarked;
