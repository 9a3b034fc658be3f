/// The causes of stuck volumes, one class each.
@NullMarked
package dev.stowage.explain.cause;

import org.jspecify.annotations.NullMarked;
