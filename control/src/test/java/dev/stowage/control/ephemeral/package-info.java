@NullMarked
package dev.stowage.control.ephemeral;

import org.jspecify.annotations.NullMarked;
