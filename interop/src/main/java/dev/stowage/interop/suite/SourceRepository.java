package dev.stowage.interop.suite;

import java.io.IOException;
import java.nio.file.Path;

/// The directory of the sources of this build: some suites check files that are not in a jar.
public final class SourceRepository {

    private SourceRepository() {}

    public static Path home() throws IOException {
        String home = System.getProperty("stowage.home", "");
        if (home.isEmpty()) {
            throw new IOException("the path of the repository is not set (run ./stowage interop)");
        }
        return Path.of(home);
    }
}
