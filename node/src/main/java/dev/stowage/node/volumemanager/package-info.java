/// The volume manager: desired volumes, actual volumes, and the actions from one to the other.
@NullMarked
package dev.stowage.node.volumemanager;

import org.jspecify.annotations.NullMarked;
