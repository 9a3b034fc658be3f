/// Why a volume does not come to the node.
@NullMarked
package dev.stowage.explain.cause.attachdetach;

import org.jspecify.annotations.NullMarked;
