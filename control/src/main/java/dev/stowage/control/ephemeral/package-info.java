/// Volumes that live as long as a pod: their claims.
@NullMarked
package dev.stowage.control.ephemeral;

import org.jspecify.annotations.NullMarked;
