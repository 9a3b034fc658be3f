package dev.stowage.interop.suite;

import java.io.IOException;
import java.nio.file.Path;

/// Where the sources lie from which this program was built: some suites judge files that no jar carries.
public final class SourceRepository {

    private SourceRepository() {}

    public static Path home() throws IOException {
        String home = System.getProperty("stowage.home", "");
        if (home.isEmpty()) {
            throw new IOException("nobody said where the repository is; start this as ./stowage interop");
        }
        return Path.of(home);
    }
}
