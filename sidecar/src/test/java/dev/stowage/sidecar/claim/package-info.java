@NullMarked
package dev.stowage.sidecar.claim;

import org.jspecify.annotations.NullMarked;
