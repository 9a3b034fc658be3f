/// Volumes change as the attributes class of their claim says. It is the second half of the external resizer.
@NullMarked
package dev.stowage.sidecar.modifier;

import org.jspecify.annotations.NullMarked;
