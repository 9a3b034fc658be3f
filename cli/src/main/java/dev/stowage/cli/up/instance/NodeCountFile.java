package dev.stowage.cli.up.instance;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// `cluster.json` in the data directory: how many nodes the cluster has. The next start without `--nodes` has as
/// many, so that no pod waits for a node that does not come back.
public final class NodeCountFile {
    static final String NAME = "cluster.json";
    private static final String NODES = "nodes";
    private static final String PREFIX = "node-";

    private NodeCountFile() {}

    /// @return 0 for a new cluster
    public static int read(Path data) throws IOException {
        Path file = data.resolve(NAME);
        JsonNode written;
        try {
            written = Json.read(Files.readAllBytes(file));
        } catch (NoSuchFileException _) {
            return ofDirectories(data.resolve("nodes"));
        } catch (IOException e) {
            throw new IOException(unreadable(file, String.valueOf(e.getMessage())), e);
        }
        int nodes = written.path(NODES).asInt();
        if (nodes < 1) {
            throw new IOException(unreadable(file, "it has none"));
        }
        return nodes;
    }

    private static String unreadable(Path file, String why) {
        return "cannot read the number of nodes in " + file + ": " + why
                + " (delete the file to count the directories of nodes)";
    }

    /// A cluster of a version that did not write the file.
    private static int ofDirectories(Path folder) throws IOException {
        int highest = 0;
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> nodes = Files.newDirectoryStream(folder, PREFIX + "[0-9]*")) {
                for (Path node : nodes) {
                    String number = node.getFileName().toString().substring(PREFIX.length());
                    if (number.matches("[1-9][0-9]?")) {
                        highest = Math.max(highest, Integer.parseInt(number));
                    }
                }
            }
        }
        return highest;
    }

    public static void write(Path data, int nodes) throws IOException {
        Path next = data.resolve(NAME + ".next");
        Files.write(next, Json.write(Json.object().put(NODES, nodes)));
        Files.move(next, data.resolve(NAME), ATOMIC_MOVE, REPLACE_EXISTING);
    }
}
