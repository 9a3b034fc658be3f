/// The group that a pod's volumes shall belong to: when, and how a whole tree comes to belong to it.
@NullMarked
package dev.stowage.node.fsgroup;

import org.jspecify.annotations.NullMarked;
