/// Checks of the files as they lie in the repository.
@NullMarked
package dev.stowage.dist.repository;

import org.jspecify.annotations.NullMarked;
