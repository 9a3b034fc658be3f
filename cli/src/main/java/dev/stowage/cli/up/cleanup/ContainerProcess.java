package dev.stowage.cli.up.cleanup;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A running process of a container, according to the records of a node.
///
/// @param start distinguishes it from later ones of the same number
/// @param pod the uid of the pod that it belongs to
public record ContainerProcess(String pod, long pid, long start) {

    static List<ContainerProcess> in(Path data) throws IOException {
        List<ContainerProcess> found = new ArrayList<>();
        for (Path node : children(data.resolve("nodes"))) {
            for (Path pod : children(node.resolve("stowage/process/pods"))) {
                for (Path container : children(pod)) {
                    found.addAll(of(container.resolve("container.json")));
                }
            }
        }
        return found;
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> each = Files.newDirectoryStream(folder, Files::isDirectory)) {
            each.forEach(found::add);
        } catch (NoSuchFileException _) {
            // It was deleted in the meantime.
        }
        return found;
    }

    private static List<ContainerProcess> of(Path record) throws IOException {
        List<ContainerProcess> running = new ArrayList<>();
        try {
            JsonNode written = Json.read(Files.readAllBytes(record));
            // Killing the first process ends all others of the container; the supervisor records it and exits.
            for (String which : List.of("first", "supervisor")) {
                long pid = written.path(which).path("pid").asLong();
                long start = written.path(which).path("start").asLong();
                if (pid > 0
                        && ProcessDescriptor.startOf(pid)
                                .filter(at -> at == start)
                                .isPresent()) {
                    running.add(new ContainerProcess(written.path("pod").asText(), pid, start));
                }
            }
        } catch (NoSuchFileException _) {
            // It was deleted in the meantime.
        }
        return running;
    }
}
