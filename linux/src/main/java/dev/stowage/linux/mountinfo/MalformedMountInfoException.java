package dev.stowage.linux.mountinfo;

import java.io.IOException;

/// A mount table cannot be parsed. A guess would be worse: "not mounted" might be wrong.
public final class MalformedMountInfoException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedMountInfoException(int line, String why, String text) {
        super("Line " + line + " of the mount table cannot be read: " + why + ": \"" + text + "\"");
    }
}
