package dev.stowage.node.runtime.process;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A small file that is written completely or not at all. It is not synced to disk: no container outlives the
/// machine, so nothing is lost with it.
final class RecordFile {
    private RecordFile() {}

    static void write(Path file, JsonNode content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.write(next, Json.write(content));
        Files.move(next, file, ATOMIC_MOVE, REPLACE_EXISTING);
    }

    static JsonNode read(Path file) throws IOException {
        return Json.read(Files.readAllBytes(file));
    }
}
