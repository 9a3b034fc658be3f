/// Finalizers that protect claims, volumes and VolumeAttributesClasses while they are in use.
@NullMarked
package dev.stowage.control.protection;

import org.jspecify.annotations.NullMarked;
