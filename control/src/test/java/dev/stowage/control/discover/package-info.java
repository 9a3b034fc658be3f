@NullMarked
package dev.stowage.control.discover;

import org.jspecify.annotations.NullMarked;
