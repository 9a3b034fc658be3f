package dev.stowage.linux.exec;

import java.io.IOException;

/// A program is not installed.
public final class CommandNotFoundException extends IOException {
    private static final long serialVersionUID = 1L;

    CommandNotFoundException(String tool) {
        super(tool + " is not installed on this node; install its package ("
                + DebianPackage.of(tool).map(name -> name + " on Debian").orElse("it has the same name on most systems")
                + ")");
    }
}
