@NullMarked
package dev.stowage.sidecar.health;

import org.jspecify.annotations.NullMarked;
