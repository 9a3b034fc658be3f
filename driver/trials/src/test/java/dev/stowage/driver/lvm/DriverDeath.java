package dev.stowage.driver.lvm;

/// In place of the end of the process: no code catches it, so nothing is cleaned up.
final class DriverDeath extends Error {

    private static final long serialVersionUID = 1;

    DriverDeath() {
        super("the driver ends here");
    }
}
