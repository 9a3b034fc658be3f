/// Translation between in-tree volumes and CSI.
@NullMarked
package dev.stowage.kube.csitranslation;

import org.jspecify.annotations.NullMarked;
