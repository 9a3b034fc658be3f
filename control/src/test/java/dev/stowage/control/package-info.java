@NullMarked
package dev.stowage.control;

import org.jspecify.annotations.NullMarked;
