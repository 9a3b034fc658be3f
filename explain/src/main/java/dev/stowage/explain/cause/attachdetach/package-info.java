/// Why a volume is not attached to its node, or not detached from another.
@NullMarked
package dev.stowage.explain.cause.attachdetach;

import org.jspecify.annotations.NullMarked;
