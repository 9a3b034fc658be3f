@NullMarked
package dev.stowage.control.program;

import org.jspecify.annotations.NullMarked;
