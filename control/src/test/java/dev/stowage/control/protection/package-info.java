@NullMarked
package dev.stowage.control.protection;

import org.jspecify.annotations.NullMarked;
