@NullMarked
package dev.stowage.sidecar.modifier;

import org.jspecify.annotations.NullMarked;
