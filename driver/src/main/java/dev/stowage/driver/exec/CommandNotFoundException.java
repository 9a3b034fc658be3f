package dev.stowage.driver.exec;

import java.io.IOException;

/// A program that the driver needs is not installed.
public final class CommandNotFoundException extends IOException {
    private static final long serialVersionUID = 1L;

    CommandNotFoundException(String tool) {
        super(tool + " is not installed on this node; install the package that has it ("
                + DebianPackage.of(tool).map(name -> name + " on Debian").orElse("it bears its name on most systems")
                + ")");
    }
}
