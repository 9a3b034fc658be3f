package dev.stowage.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/// The version, written into the jar by the build, and the commit, passed by the launcher.
public record Version(String number, String commit) {

    public static Version current() {
        Properties built = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in == null) {
                throw new IllegalStateException("version.properties is missing from the build of stowage-cli");
            }
            built.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Version(built.getProperty("version"), System.getProperty("stowage.commit", "unknown"));
    }

    String line() {
        return "stowage " + number + " (commit " + commit + ", Java " + Runtime.version() + ")";
    }
}
