/// One of two packages that use each other, so that the rule against cycles has something to find.
@NullMarked
package dev.stowage.unknown.cycle.first;

import org.jspecify.annotations.NullMarked;
