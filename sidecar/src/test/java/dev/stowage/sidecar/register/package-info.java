@NullMarked
package dev.stowage.sidecar.register;

import org.jspecify.annotations.NullMarked;
