/// The Node object: registration, lease, status.
@NullMarked
package dev.stowage.node.nodestatus;

import org.jspecify.annotations.NullMarked;
