/// The fsGroup of a pod: when it is applied to a volume, and how the ownership of a whole tree is changed.
@NullMarked
package dev.stowage.node.fsgroup;

import org.jspecify.annotations.NullMarked;
