/// Namespaces that end.
@NullMarked
package dev.stowage.control.home;

import org.jspecify.annotations.NullMarked;
