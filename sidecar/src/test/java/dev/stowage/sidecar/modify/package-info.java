@NullMarked
package dev.stowage.sidecar.modify;

import org.jspecify.annotations.NullMarked;
