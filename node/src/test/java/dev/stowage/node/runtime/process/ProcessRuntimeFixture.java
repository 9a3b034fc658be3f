package dev.stowage.node.runtime.process;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A runtime in its own directory for one test. Its containers and mounts are gone afterwards, also
/// when the test failed.
final class ProcessRuntimeFixture implements BeforeEachCallback, AfterEachCallback {
    static final String UID = "11111111-2222-3333-4444-555555555555";

    private @Nullable Path folder;
    private @Nullable ProcessRuntime runtime;

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        assumeTrue(Stat.of(Path.of("/proc/self")).uid() == 0, "needs root: only root makes namespaces and mounts");
        folder = Files.createTempDirectory("stowage-containers-").toRealPath();
        runtime = new ProcessRuntime(paths());
    }

    Path folder() {
        return requireNonNull(folder, "used outside a test");
    }

    KubeletPaths paths() {
        return new KubeletPaths(folder().resolve("kubelet"), folder().resolve("logs"));
    }

    ProcessRuntime runtime() {
        return requireNonNull(runtime, "used outside a test");
    }

    /// A new runtime on the same directory, as after a restart of the node.
    ProcessRuntime anotherRuntime() {
        runtime().close();
        runtime = new ProcessRuntime(paths());
        return runtime();
    }

    Path directory(String name) throws IOException {
        return Files.createDirectories(folder().resolve(name));
    }

    PodSandboxSpec pod(String spec) {
        return pod(UID, spec);
    }

    PodSandboxSpec pod(String uid, String spec) {
        return new PodSandboxSpec(
                uid, "default", "web", "web-0", paths().podLogs("default", "web", uid), Map.of(), Map.of(), json(spec));
    }

    static JsonNode json(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Draft draft(String... command) {
        return new Draft(List.of(command));
    }

    /// A container to be started.
    final class Draft {
        private final List<String> command;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<ContainerMount> mounts = new ArrayList<>();
        private List<Long> groups = List.of();
        private String spec = "{}";
        private String workingDirectory = "";
        private String uid = UID;
        private String name = "main";
        private String podSpec = "{}";

        private Draft(List<String> command) {
            this.command = command;
        }

        Draft with(String name, String value) {
            environment.put(name, value);
            return this;
        }

        Draft mount(Path source, String target, boolean readOnly) {
            return mount(source, target, readOnly, ContainerMount.Propagation.NONE);
        }

        Draft mount(Path source, String target, boolean readOnly, ContainerMount.Propagation propagation) {
            mounts.add(new ContainerMount(source, target, readOnly, propagation));
            return this;
        }

        Draft spec(String json) {
            spec = json;
            return this;
        }

        Draft groups(Long... ids) {
            groups = List.of(ids);
            return this;
        }

        Draft in(String directory) {
            workingDirectory = directory;
            return this;
        }

        Draft podSpec(String json) {
            podSpec = json;
            return this;
        }

        Draft named(String other) {
            name = other;
            return this;
        }

        Draft ofPod(String other) {
            uid = other;
            return this;
        }

        String start() throws IOException {
            PodSandboxSpec plan = pod(uid, podSpec);
            RuntimePod pod = runtime().prepare(plan);
            return runtime()
                    .start(new ContainerStartSpec(
                            plan,
                            pod,
                            name,
                            0,
                            "busybox",
                            "busybox",
                            command,
                            List.of(),
                            environment,
                            workingDirectory,
                            mounts,
                            List.of(),
                            groups,
                            plan.logs().resolve(name).resolve("0.log"),
                            json(spec)));
        }

        /// Runs it to its end.
        ///
        /// @return its output of both streams
        String output() throws IOException {
            State.Exited exited = exit(start());
            return text() + (exited.code() == 0 ? "" : "exit " + exited.code() + "\n");
        }

        String text() throws IOException {
            return lines(uid).stream().map(line -> line.split(" ", 4)[3] + "\n").collect(Collectors.joining());
        }
    }

    List<String> lines(String uid) throws IOException {
        return Files.readAllLines(paths().podLogs("default", "web", uid).resolve("main/0.log"));
    }

    /// The log of a container of the usual pod.
    List<String> linesOf(String container) throws IOException {
        return Files.readAllLines(
                paths().podLogs("default", "web", UID).resolve(container).resolve("0.log"));
    }

    void awaitLine(String text) {
        Awaitility.await().until(() -> lines(UID).stream().anyMatch(line -> line.endsWith(text)));
    }

    State.Exited exit(String id) {
        return Awaitility.await()
                .until(
                        () -> container(id).state() instanceof State.Exited exited ? exited : null,
                        exited -> exited != null);
    }

    RuntimeContainer container(String id) {
        return runtime().pods().stream()
                .flatMap(pod -> pod.containers().stream())
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (folder == null) {
            return;
        }
        try (ProcessRuntime last = runtime) {
            if (last != null) {
                for (RuntimePod pod : last.pods()) {
                    last.removePod(pod);
                }
            }
        } finally {
            Mounts mounts = Mounts.system();
            for (List<MountPoint> left = mountsHere(); !left.isEmpty(); left = mountsHere()) {
                mounts.unmountLazily(left.getLast().target());
            }
            Directories.removeTree(
                    requireNonNull(folder().getParent()), folder().getFileName().toString());
        }
    }

    List<MountPoint> mountsHere() throws IOException {
        return Mounts.system().table().stream()
                .filter(mount -> mount.target().startsWith(folder()))
                .toList();
    }
}
