/// Who asks, and whether they may.
@NullMarked
package dev.stowage.node.serve.access;

import org.jspecify.annotations.NullMarked;
