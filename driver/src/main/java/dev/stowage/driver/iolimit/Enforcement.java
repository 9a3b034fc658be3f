package dev.stowage.driver.iolimit;

/// Whether the kernel enforces the limits of a publication.
sealed interface Enforcement {

    record Enforced() implements Enforcement {}

    /// @param why for people, with what to do
    record NotEnforced(String why) implements Enforcement {}
}
