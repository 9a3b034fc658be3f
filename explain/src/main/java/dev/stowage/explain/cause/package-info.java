/// What goes wrong with volumes, a situation a class.
@NullMarked
package dev.stowage.explain.cause;

import org.jspecify.annotations.NullMarked;
