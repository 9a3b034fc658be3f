/// The training runs that fill the AOT caches of the launcher.
@NullMarked
package dev.stowage.dist.training;

import org.jspecify.annotations.NullMarked;
