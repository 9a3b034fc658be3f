package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A container of this runtime, running or exited.
final class ProcessContainer {
    private static final Logger log = LoggerFactory.getLogger(ProcessContainer.class);
    private static final int KILLED = 137;
    static final int SIGKILL = 9;

    private final ContainerRecord known;
    private final Path folder;
    private final LogCopier logs;
    /// Null for a container of an earlier node process.
    private final @Nullable Map<String, String> given;

    private final CompletableFuture<State.Exited> ended = new CompletableFuture<>();

    /// @param given the environment of its start, in memory only; null when it is not known
    ProcessContainer(ContainerRecord known, Path folder, LogCopier logs, @Nullable Map<String, String> given) {
        this.known = known;
        this.folder = folder;
        this.logs = logs;
        this.given = given == null ? null : Map.copyOf(given);
    }

    ContainerRecord record() {
        return known;
    }

    Path folder() {
        return folder;
    }

    /// Completes when it has exited and its log is complete.
    CompletableFuture<State.Exited> ended() {
        return ended;
    }

    RuntimeContainer state() {
        State.Exited exited = ended.getNow(null);
        State state = exited == null ? new State.Running(known.since()) : exited;
        return new RuntimeContainer(
                known.id(), known.name(), known.attempt(), known.image(), known.imageId(), known.log(), state);
    }

    /// Its first process; empty when that has exited.
    Optional<ProcessDescriptor> firstProcess() throws IOException {
        return ProcessDescriptor.open(known.first().number(), known.first().start());
    }

    /// The environment of its commands. For a moment after the start the process does not have the container's
    /// variables yet, and a program may overwrite its own.
    Map<String, String> environment() throws IOException {
        if (given != null) {
            return given;
        }
        Map<String, String> found = new LinkedHashMap<>();
        byte[] text = Files.readAllBytes(Path.of("/proc/" + known.first().number() + "/environ"));
        for (String pair : new String(text, StandardCharsets.UTF_8).split("\0", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                found.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return found;
    }

    void copyLogs() {
        copyLogs(false);
    }

    private void copyLogs(boolean last) {
        try {
            logs.copy(last);
        } catch (IOException e) {
            log.warn("Cannot write the output of container {} to {}.", known.name(), known.log(), e);
        }
    }

    /// Its supervisor has exited: reads the exit status.
    void recordExit() {
        State.Exited exited = outcome();
        copyLogs(true);
        ended.complete(exited);
    }

    private State.Exited outcome() {
        Path status = folder.resolve("status");
        try {
            String text = Files.exists(status) ? Files.readString(status) : "";
            if (text.endsWith("\n")) {
                int code = Integer.parseInt(text.strip());
                Instant until = Files.getLastModifiedTime(status).toInstant();
                // File timestamps are coarser than the clock.
                until = until.isBefore(known.since()) ? known.since() : until;
                String reason = code == 0
                        ? "Completed"
                        : ContainerCgroups.ranOutOfMemory(known.groups()) ? "OOMKilled" : "Error";
                // A signal is reported as in shells and other runtimes.
                return new State.Exited(code, 0, reason, "", known.since(), until);
            }
            // The supervisor was killed; the container must not run without one.
            Optional<ProcessDescriptor> orphan = firstProcess();
            if (orphan.isPresent()) {
                try (ProcessDescriptor process = orphan.get()) {
                    process.signal(SIGKILL);
                }
            }
        } catch (IOException | NumberFormatException e) {
            log.warn("Cannot read the exit status of container {}.", known.name(), e);
        }
        return new State.Exited(
                KILLED,
                0,
                "ContainerStatusUnknown",
                "The container exited while the node was not running; its exit code is unknown.",
                known.since(),
                Instant.now());
    }
}
