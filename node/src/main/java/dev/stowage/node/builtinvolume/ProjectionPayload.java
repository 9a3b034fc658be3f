package dev.stowage.node.builtinvolume;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// The files of a projected volume by their paths. Users write these paths, so each one is validated.
final class ProjectionPayload {
    private static final int LONGEST_PATH = 4096;
    private static final int LONGEST_NAME = 255;

    private final Map<String, ProjectedFile> files = new TreeMap<>();

    /// A later file replaces an earlier one.
    void put(String path, ProjectedFile file) throws IOException {
        check(path);
        files.put(Path.of(path).normalize().toString(), file);
    }

    Map<String, ProjectedFile> files() {
        return Collections.unmodifiableMap(files);
    }

    private static void check(String path) throws IOException {
        if (path.isEmpty()) {
            throw new IOException("invalid path: must not be empty: \"\"");
        }
        if (path.startsWith("/")) {
            throw new IOException("invalid path: must be relative path: " + path);
        }
        if (bytes(path) > LONGEST_PATH) {
            throw new IOException("invalid path: must be less than or equal to " + LONGEST_PATH + " characters");
        }
        if (path.indexOf('\0') >= 0) {
            throw new IOException("invalid path: must not contain the character 0");
        }
        // Names with this prefix are reserved for the volume's own files.
        if (path.startsWith("..") && !path.startsWith("../") && !path.equals("..")) {
            throw new IOException("invalid path: must not start with '..': " + path);
        }
        for (Path part : Path.of(path)) {
            if (part.toString().equals("..")) {
                throw new IOException("invalid path: must not contain '..': " + path);
            }
            if (bytes(part.toString()) > LONGEST_NAME) {
                throw new IOException(
                        "invalid path: filenames must be less than or equal to " + LONGEST_NAME + " characters");
            }
        }
        String first = Path.of(path).normalize().toString();
        if (first.isEmpty() || first.startsWith("..")) {
            throw new IOException("invalid path: must name a file in the volume: " + path);
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
