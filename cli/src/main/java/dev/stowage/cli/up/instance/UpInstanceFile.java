package dev.stowage.cli.up.instance;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// `up.json` in the data directory: the running instance, or the last message of one that stopped. A killed
/// instance leaves the file unchanged.
public final class UpInstanceFile {
    public static final String NAME = "up.json";

    private UpInstanceFile() {}

    public static void write(Path data, UpInstance upInstance) throws IOException {
        write(data, upInstance.write());
    }

    /// @param step what the shutdown is doing
    public static void writeStopping(Path data, UpInstance upInstance, String step) throws IOException {
        write(data, upInstance.write().put("stopping", step));
    }

    /// The current step of a shutdown.
    public static Optional<String> stopping(Path data) throws IOException {
        return read(data).map(written -> written.path("stopping").asText()).filter(step -> !step.isEmpty());
    }

    /// @param words the message of an orderly shutdown
    public static void writeEnd(Path data, String words) throws IOException {
        write(data, Json.object().put("ended", words));
    }

    private static void write(Path data, JsonNode content) throws IOException {
        Path next = data.resolve(NAME + ".next");
        Files.write(next, Json.write(content));
        Files.move(next, data.resolve(NAME), ATOMIC_MOVE, REPLACE_EXISTING);
    }

    private static Optional<JsonNode> read(Path data) throws IOException {
        try {
            return Optional.of(Json.read(Files.readAllBytes(data.resolve(NAME))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /// The running instance.
    public static Optional<UpInstance> running(Path data) throws IOException {
        Optional<UpInstance> found = latest(data);
        return found.isPresent() && found.get().isAlive() ? found : Optional.empty();
    }

    /// An instance that was killed.
    public static Optional<UpInstance> interrupted(Path data) throws IOException {
        Optional<UpInstance> found = latest(data);
        return found.isPresent() && found.get().isAlive() ? Optional.empty() : found;
    }

    private static Optional<UpInstance> latest(Path data) throws IOException {
        return read(data).filter(written -> written.has("pid")).map(UpInstance::read);
    }

    public static String lastMessage(Path data) throws IOException {
        return read(data).map(written -> written.path("ended").asText()).orElse("");
    }
}
