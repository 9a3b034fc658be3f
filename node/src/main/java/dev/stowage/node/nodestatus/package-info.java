/// The node itself: how it is registered, its lease, its status.
@NullMarked
package dev.stowage.node.nodestatus;

import org.jspecify.annotations.NullMarked;
