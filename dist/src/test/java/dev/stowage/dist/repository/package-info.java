/// The rules of the house that can be read off the files as they lie in the repository.
@NullMarked
package dev.stowage.dist.repository;

import org.jspecify.annotations.NullMarked;
