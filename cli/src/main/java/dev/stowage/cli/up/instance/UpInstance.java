package dev.stowage.cli.up.instance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// A cluster that is running, or was when its file was written.
///
/// @param start distinguishes the process from later ones of the same number
/// @param cri the socket of the CRI runtime that runs its containers; empty for plain processes
/// @param ready whether pods can use volumes
public record UpInstance(long pid, long start, Instant since, Optional<Path> cri, String address, boolean ready) {

    public static UpInstance ofThisProcess() throws IOException {
        long pid = ProcessHandle.current().pid();
        return new UpInstance(
                pid,
                ProcessDescriptor.startOf(pid).orElseThrow(() -> new IOException("process " + pid + " does not exist")),
                Instant.now(),
                Optional.empty(),
                "",
                false);
    }

    public UpInstance withCri(Path socket) {
        return new UpInstance(pid, start, since, Optional.of(socket), address, ready);
    }

    public UpInstance ready(String at) {
        return new UpInstance(pid, start, since, cri, at, true);
    }

    public boolean isAlive() throws IOException {
        return ProcessDescriptor.startOf(pid).filter(found -> found == start).isPresent();
    }

    ObjectNode write() {
        ObjectNode written = Json.object()
                .put("pid", pid)
                .put("start", start)
                .put("since", since.toString())
                .put("address", address)
                .put("ready", ready);
        cri.ifPresent(socket -> written.put("cri", socket.toString()));
        return written;
    }

    static UpInstance read(JsonNode written) {
        return new UpInstance(
                written.path("pid").asLong(),
                written.path("start").asLong(),
                Instant.parse(written.path("since").asText()),
                Optional.of(written.path("cri").asText(""))
                        .filter(socket -> !socket.isEmpty())
                        .map(Path::of),
                written.path("address").asText(),
                written.path("ready").asBoolean());
    }
}
