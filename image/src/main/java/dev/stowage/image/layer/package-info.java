/// Layers, written reproducibly: the same content always has the same digest.
@NullMarked
package dev.stowage.image.layer;

import org.jspecify.annotations.NullMarked;
