/// How full volumes are.
@NullMarked
package dev.stowage.node.figures;

import org.jspecify.annotations.NullMarked;
