/// Volumes from the time before CSI, as the drivers that took them over know them.
@NullMarked
package dev.stowage.kube.csitranslation;

import org.jspecify.annotations.NullMarked;
