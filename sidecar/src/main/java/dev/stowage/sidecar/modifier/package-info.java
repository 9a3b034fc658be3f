/// Modifies volumes to the VolumeAttributesClass of their claim: the second half of the external resizer.
@NullMarked
package dev.stowage.sidecar.modifier;

import org.jspecify.annotations.NullMarked;
