/// Claims, volumes and attributes classes that are in use do not go away.
@NullMarked
package dev.stowage.control.protection;

import org.jspecify.annotations.NullMarked;
