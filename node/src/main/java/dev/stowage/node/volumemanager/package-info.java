/// The volume manager: what pods want, what is mounted, and the steps from the one to the other.
@NullMarked
package dev.stowage.node.volumemanager;

import org.jspecify.annotations.NullMarked;
