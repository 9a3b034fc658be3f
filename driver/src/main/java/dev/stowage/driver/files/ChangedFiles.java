package dev.stowage.driver.files;

import dev.stowage.linux.Stat;

/// What a file system knows of the files that have changed since a base: a file that is the same in both trees, and has
/// not changed, needs no comparison.
@FunctionalInterface
public interface ChangedFiles {

    /// Nothing is known.
    ChangedFiles ANY = (_, _) -> true;

    /// False only if both are proven to be equal, with all attributes.
    boolean mayDiffer(Stat before, Stat now);
}
