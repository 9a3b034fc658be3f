@NullMarked
package dev.stowage.control.bind;

import org.jspecify.annotations.NullMarked;
