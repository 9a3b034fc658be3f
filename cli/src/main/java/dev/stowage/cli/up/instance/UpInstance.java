package dev.stowage.cli.up.instance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.time.Instant;

/// A cluster that is running, or was when its file was written.
///
/// @param start distinguishes the process from later ones of the same number
/// @param ready whether pods can use volumes
public record UpInstance(long pid, long start, Instant since, String address, boolean ready) {

    public static UpInstance ofThisProcess() throws IOException {
        long pid = ProcessHandle.current().pid();
        return new UpInstance(
                pid,
                ProcessDescriptor.startOf(pid).orElseThrow(() -> new IOException("process " + pid + " does not exist")),
                Instant.now(),
                "",
                false);
    }

    public UpInstance ready(String at) {
        return new UpInstance(pid, start, since, at, true);
    }

    public boolean isAlive() throws IOException {
        return ProcessDescriptor.startOf(pid).filter(found -> found == start).isPresent();
    }

    ObjectNode write() {
        return Json.object()
                .put("pid", pid)
                .put("start", start)
                .put("since", since.toString())
                .put("address", address)
                .put("ready", ready);
    }

    static UpInstance read(JsonNode written) {
        return new UpInstance(
                written.path("pid").asLong(),
                written.path("start").asLong(),
                Instant.parse(written.path("since").asText()),
                written.path("address").asText(),
                written.path("ready").asBoolean());
    }
}
