/// Checks of the files in the repository.
@NullMarked
package dev.stowage.dist.repository;

import org.jspecify.annotations.NullMarked;
