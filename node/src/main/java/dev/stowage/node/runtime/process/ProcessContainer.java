package dev.stowage.node.runtime.process;

import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.file.FileSystems;
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
import java.util.concurrent.atomic.AtomicBoolean;
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

    private final ContainerHandles handles;
    private final AtomicBoolean hadClient = new AtomicBoolean();
    private final CompletableFuture<State.Exited> ended = new CompletableFuture<>();

    /// Whether the last attempt to write its log failed; reported once.
    private volatile boolean unwritable;

    /// @param given the environment of its start, in memory only; null when it is not known
    ProcessContainer(
            ContainerRecord known,
            Path folder,
            LogCopier logs,
            @Nullable Map<String, String> given,
            ContainerHandles handles) {
        this.known = known;
        this.handles = handles;
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

    LogCopier logs() {
        return logs;
    }

    ContainerConsole console() {
        return handles.console();
    }

    /// Whether no client was attached to it before.
    boolean isFirstClient() {
        return !hadClient.getAndSet(true);
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

    /// The size of its own file system, which is in memory; 0 when it has exited.
    long writtenBytes() throws IOException {
        Optional<ProcessDescriptor> first = firstProcess();
        if (first.isEmpty()) {
            return 0;
        }
        try (ProcessDescriptor _ = first.get()) {
            return FileSystems.stats(Path.of("/proc/" + known.first().number() + "/root/."))
                    .usedBytes();
        } catch (LinuxException e) {
            if (e.errno() == Errno.ENOENT || e.errno() == Errno.ESRCH) {
                return 0;
            }
            throw e;
        }
    }

    /// Sends a signal to its first process.
    ///
    /// @return false when it was not sent, although the process runs
    boolean signal(int number) throws IOException {
        Optional<ProcessDescriptor> first = firstProcess();
        if (first.isEmpty()) {
            return true;
        }
        try (ProcessDescriptor process = first.get()) {
            return process.signal(number);
        }
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
            unwritable = false;
        } catch (IOException e) {
            if (!unwritable) { // a full disk would repeat it for every line
                log.warn(
                        "Cannot write the output of container {} to {}: {}", known.name(), known.log(), e.getMessage());
            }
            unwritable = true;
        }
    }

    /// Its supervisor has exited: reads the exit status.
    void recordExit() {
        State.Exited exited = outcome();
        killRest();
        handles.console().awaitOutput();
        copyLogs(true);
        ended.complete(exited);
    }

    private void killRest() {
        try {
            handles.killRest();
        } catch (IOException e) {
            log.warn("Cannot end all processes of container {}.", known.name(), e);
        }
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
