package dev.stowage.node.runtime.process;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.ContainerUsage;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.ImagePullListener;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.PortForwardTarget;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeFeature;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs containers as plain processes in their own namespaces, with the programs and the network of the
/// machine. Images are ignored.
public final class ProcessRuntime implements ContainerRuntime {
    private static final Logger log = LoggerFactory.getLogger(ProcessRuntime.class);
    private static final int SIGTERM = 15;
    private static final Duration DEATH = Duration.ofSeconds(60);

    private final RuntimeDirectories runtimeDirectories;
    private final SharedRootMount shared;
    private final ContainerTable containerTable;
    private final ContainerCgroups containerCgroups;
    private final Map<String, PodRecord> pods = new ConcurrentHashMap<>();

    /// Takes over the containers of an earlier runtime on the same directory.
    public ProcessRuntime(KubeletPaths paths) {
        try {
            Directories.ensure(paths.root(), 0755);
            KubeletPaths real = new KubeletPaths(paths.root().toRealPath(), paths.logs());
            runtimeDirectories = RuntimeDirectories.of(real);
            shared = new SharedRootMount(Mounts.system(), real.root());
            Directories.ensure(runtimeDirectories.pods(), 0700);
            Directories.ensure(runtimeDirectories.emptyDirectory(), 0700);
            containerCgroups = new ContainerCgroups();
            containerTable = new ContainerTable();
            // Last, so that nothing stays mounted when the constructor fails.
            shared.make();
            try (DirectoryStream<Path> each = Files.newDirectoryStream(runtimeDirectories.pods())) {
                for (Path pod : each) {
                    adopt(pod);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run containers as plain processes: " + e.getMessage(), e);
        }
    }

    private void adopt(Path pod) {
        try {
            PodRecord known = PodRecord.read(RecordFile.read(pod.resolve(RuntimeDirectories.POD)));
            pods.put(known.uid(), known);
            containerTable.adopt(runtimeDirectories, known.uid());
        } catch (IOException | RuntimeException e) {
            log.warn("Cannot read the state of an earlier run in {}; ignoring it.", pod, e);
        }
    }

    @Override
    public String version() {
        return "process://0.1.0";
    }

    /// Volumes are mounted read-only with everything in them, and there is no image that could add groups. The
    /// `/proc` of the machine's processes can be mounted only by the root user of the machine.
    @Override
    public Set<RuntimeFeature> features() {
        return UserNamespace.isWhole()
                ? EnumSet.of(
                        RuntimeFeature.RECURSIVE_READ_ONLY,
                        RuntimeFeature.STRICT_SUPPLEMENTAL_GROUPS,
                        RuntimeFeature.HOST_NAMESPACES)
                : EnumSet.of(RuntimeFeature.RECURSIVE_READ_ONLY);
    }

    @Override
    public List<RuntimePod> pods() {
        return pods.values().stream().map(this::seen).toList();
    }

    @Override
    public Optional<RuntimePod> pod(String uid) {
        return Optional.ofNullable(pods.get(uid)).map(this::seen);
    }

    @Override
    public List<ContainerUsage> usage() throws IOException {
        return ProcessUsage.read(Path.of("/proc")).containers(pods.values(), containerTable);
    }

    private RuntimePod seen(PodRecord pod) {
        return new RuntimePod(
                pod.uid(),
                pod.namespace(),
                pod.name(),
                pod.uid(),
                true,
                "",
                containerTable.of(pod.uid()).stream()
                        .map(ProcessContainer::state)
                        .toList());
    }

    @Override
    public void listen(Consumer<String> listener) {
        containerTable.listen(listener);
    }

    @Override
    public RuntimePod prepare(PodSandboxSpec spec) throws IOException {
        PodRecord pod = new PodRecord(spec.uid(), spec.namespace(), spec.name(), spec.hostname());
        Directories.ensure(runtimeDirectories.pod(spec.uid()), 0700);
        RecordFile.write(runtimeDirectories.pod(spec.uid()).resolve(RuntimeDirectories.POD), pod.write());
        pods.put(spec.uid(), pod);
        return seen(pod);
    }

    @Override
    public String pull(String image, String policy, ImagePullListener listener) {
        return "";
    }

    @Override
    public String start(ContainerStartSpec spec) throws IOException {
        ContainerLauncher.requireCommand(spec);
        JsonNode own = spec.spec().path("securityContext");
        ProcessCredentials processCredentials =
                ProcessCredentials.of(spec.sandboxSpec().spec().path("securityContext"), own, spec.groups());
        String id = UUID.randomUUID().toString().replace("-", "");
        Path folder = runtimeDirectories.container(spec.sandboxSpec().uid(), id);
        List<Path> limits = containerCgroups.make(id, spec.spec().path("resources"));
        ContainerRecord begun = ContainerRecord.of(id, spec, processCredentials.command(), limits, Instant.now());
        Directories.ensure(folder, 0700);
        // Of an unknown container.
        Files.deleteIfExists(spec.log());
        // Recorded before anything runs: the start after a crash stops what it finds.
        RecordFile.write(folder.resolve(RuntimeDirectories.RECORD), begun.write());
        try (ProcessNamespace processes = ProcessNamespace.of(spec, containerTable);
                ContainerNamespaces files =
                        ContainerNamespaces.make(runtimeDirectories, spec, processCredentials.privileged())) {
            ContainerLauncher.Started started = ContainerLauncher.start(folder, spec, begun, files, processes);
            long mounts = processes.isOwn() ? 0 : Stat.of(files.mounts()).inode();
            ContainerRecord running = begun.running(started.supervisor(), started.first(), mounts, Instant.now());
            RecordFile.write(folder.resolve(RuntimeDirectories.RECORD), running.write());
            ContainerHandles handles = ContainerHandles.of(started.console(), files, processes);
            containerTable.add(running, folder, ContainerLauncher.environment(spec), handles);
            return id;
        } catch (IOException e) {
            Directories.removeTree(runtimeDirectories.pod(spec.sandboxSpec().uid()), id);
            ContainerCgroups.remove(limits);
            throw e;
        }
    }

    @Override
    public long writableLayerBytes(String containerId) throws IOException {
        Optional<ProcessContainer> found = containerTable.find(containerId);
        return found.isPresent() ? found.get().writtenBytes() : 0;
    }

    @Override
    public void stop(String containerId, Duration grace) throws IOException, InterruptedException {
        Optional<ProcessContainer> found = containerTable.find(containerId);
        if (found.isEmpty()) {
            return;
        }
        ProcessContainer processContainer = found.get();
        if (!grace.isZero()
                && !grace.isNegative()
                && processContainer.signal(SIGTERM)
                && endsWithin(processContainer, grace)) {
            return;
        }
        // When the first process ends, all processes of its own PID namespace end.
        processContainer.signal(ProcessContainer.SIGKILL);
        if (!endsWithin(processContainer, DEATH)) {
            throw new IOException(
                    "cannot stop container " + processContainer.record().name()
                            + ": a process was killed but hangs in the kernel (most likely in a file system whose"
                            + " server does not respond)");
        }
    }

    private static boolean endsWithin(ProcessContainer processContainer, Duration time) throws InterruptedException {
        try {
            processContainer.ended().get(time.toNanos(), NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the exit of a container is always reported", e);
        }
    }

    @Override
    public void remove(String containerId) throws IOException, InterruptedException {
        Optional<ProcessContainer> found = containerTable.find(containerId);
        if (found.isPresent()) {
            stop(containerId, Duration.ZERO);
            Directories.removeTree(runtimeDirectories.pod(found.get().record().pod()), containerId);
            ContainerCgroups.remove(found.get().record().groups());
            containerTable.forget(found.get());
        }
    }

    @Override
    public void removePod(RuntimePod pod) throws IOException, InterruptedException {
        for (ProcessContainer processContainer : new ArrayList<>(containerTable.of(pod.uid()))) {
            remove(processContainer.record().id());
        }
        Directories.removeTree(runtimeDirectories.pods(), pod.uid());
        pods.remove(pod.uid());
    }

    @Override
    public ExecResult execute(String containerId, List<String> command, Duration timeout)
            throws IOException, InterruptedException {
        return ContainerExec.run(running(containerId), command, timeout);
    }

    @Override
    public ExecSession open(ExecRequest request) throws IOException {
        return ContainerExec.open(running(request.containerId()), request);
    }

    /// A pod has the network of the machine.
    @Override
    public PortForwardTarget portForward(RuntimePod pod, List<Integer> ports) {
        return new PortForwardTarget.Address(InetAddress.getLoopbackAddress());
    }

    private ProcessContainer running(String containerId) throws IOException {
        return containerTable
                .find(containerId)
                .filter(processContainer -> !processContainer.ended().isDone())
                .orElseThrow(() -> new IOException("container " + containerId + " is not running"));
    }

    @Override
    public void close() {
        containerTable.close();
        // Their mounts are peers of this one, and would not be peers of the next.
        if (pods().stream().flatMap(pod -> pod.containers().stream()).noneMatch(RuntimeContainer::runs)) {
            shared.undo();
        }
    }
}
