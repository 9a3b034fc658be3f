/// JSON patch, JSON merge patch and strategic merge patch.
@NullMarked
package dev.stowage.apiserver.patch;

import org.jspecify.annotations.NullMarked;
