@NullMarked
package dev.stowage.csi;

import org.jspecify.annotations.NullMarked;
