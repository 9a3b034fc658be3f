package dev.stowage.node.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.runtime.ContainerStartSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is recorded of a container to find it again. The environment is not recorded, because it may be secret;
/// it is read from the process itself.
///
/// @param rights the command that gives a process the credentials of the container
/// @param directory the working directory of its commands
/// @param groups the cgroups with its limits
/// @param supervisor waits for the first process of the container
/// @param first the first process of the container; both are [Pid#NONE] until they run, and this one also when
/// it exited before it could be read
/// @param mounts the inode of its mount namespace, if it has no PID namespace of its own; otherwise 0
record ContainerRecord(
        String id,
        String pod,
        String name,
        int attempt,
        String image,
        String imageId,
        Path log,
        List<String> rights,
        String directory,
        List<Path> groups,
        Instant since,
        Pid supervisor,
        Pid first,
        long mounts) {

    /// @param start distinguishes it from later ones of the same number
    record Pid(long number, long start) {
        static final Pid NONE = new Pid(0, 0);
    }

    ContainerRecord {
        rights = List.copyOf(rights);
        groups = List.copyOf(groups);
    }

    static ContainerRecord of(
            String id, ContainerStartSpec spec, List<String> rights, List<Path> groups, Instant since) {
        return new ContainerRecord(
                id,
                spec.sandboxSpec().uid(),
                spec.name(),
                spec.attempt(),
                spec.image(),
                spec.imageId(),
                spec.log(),
                rights,
                spec.workingDirectory().isEmpty() ? "/" : spec.workingDirectory(),
                groups,
                since,
                Pid.NONE,
                Pid.NONE,
                0);
    }

    ContainerRecord running(Pid supervisor, Pid first, long mounts, Instant since) {
        return new ContainerRecord(
                id,
                pod,
                name,
                attempt,
                image,
                imageId,
                log,
                rights,
                directory,
                groups,
                since,
                supervisor,
                first,
                mounts);
    }

    boolean ran() {
        return supervisor.number() != 0;
    }

    /// Separated by spaces, which cgroup paths do not contain.
    String groupsInOne() {
        return String.join(" ", groups.stream().map(Path::toString).toList());
    }

    JsonNode write() {
        ObjectNode written = Json.object();
        written.put("id", id).put("pod", pod).put("name", name).put("attempt", attempt);
        written.put("image", image).put("imageId", imageId).put("log", log.toString());
        written.put("directory", directory).put("since", since.toString()).put("mounts", mounts);
        rights.forEach(written.putArray("rights")::add);
        groups.stream().map(Path::toString).forEach(written.putArray("groups")::add);
        write(written.putObject("supervisor"), supervisor);
        write(written.putObject("first"), first);
        return written;
    }

    private static void write(ObjectNode written, Pid pid) {
        written.put("pid", pid.number()).put("start", pid.start());
    }

    static ContainerRecord read(JsonNode written) {
        List<String> rights = new ArrayList<>();
        written.path("rights").forEach(word -> rights.add(word.asText()));
        List<Path> groups = new ArrayList<>();
        written.path("groups").forEach(path -> groups.add(Path.of(path.asText())));
        return new ContainerRecord(
                written.path("id").asText(),
                written.path("pod").asText(),
                written.path("name").asText(),
                written.path("attempt").asInt(),
                written.path("image").asText(),
                written.path("imageId").asText(),
                Path.of(written.path("log").asText()),
                rights,
                written.path("directory").asText(),
                groups,
                Instant.parse(written.path("since").asText()),
                pid(written.path("supervisor")),
                pid(written.path("first")),
                written.path("mounts").asLong());
    }

    private static Pid pid(JsonNode written) {
        return new Pid(written.path("pid").asLong(), written.path("start").asLong());
    }
}
