@NullMarked
package dev.stowage.control.binder;

import org.jspecify.annotations.NullMarked;
