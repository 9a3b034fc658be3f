/// What a way of keeping volumes must be able to do, and what the driver writes down about a volume.
/// The ways themselves are `image`, `btrfs`, `directory` and `shared` beside this package; they do not know
/// each other.
@NullMarked
package dev.stowage.driver.backend;

import org.jspecify.annotations.NullMarked;
