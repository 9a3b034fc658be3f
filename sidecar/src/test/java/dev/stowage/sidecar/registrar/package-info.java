@NullMarked
package dev.stowage.sidecar.registrar;

import org.jspecify.annotations.NullMarked;
