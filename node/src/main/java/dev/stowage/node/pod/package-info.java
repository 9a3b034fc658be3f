/// Pods as the node reads them from the API.
@NullMarked
package dev.stowage.node.pod;

import org.jspecify.annotations.NullMarked;
