/// The rules of the house that can be read off the compiled classes.
@NullMarked
package dev.stowage.dist.architecture;

import org.jspecify.annotations.NullMarked;
