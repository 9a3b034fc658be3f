/// The contract of a storage backend, and what the driver records about a volume. The backends are the packages
/// `image`, `btrfs`, `directory` and `shared`; they do not know each other.
@NullMarked
package dev.stowage.driver.backend;

import org.jspecify.annotations.NullMarked;
