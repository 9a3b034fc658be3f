package dev.stowage.node.runtime.process;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Containers as plain processes: in namespaces of their own, on the machine's programs and the network
/// of the machine. Images mean nothing here.
public final class ProcessRuntime implements ContainerRuntime {
    private static final Logger log = LoggerFactory.getLogger(ProcessRuntime.class);
    private static final int SIGTERM = 15;
    private static final Duration DEATH = Duration.ofSeconds(60);

    private final RuntimeDirectories runtimeDirectories;
    private final SharedRootMount shared;
    private final ContainerTable containerTable;
    private final ContainerCgroups containerCgroups;
    private final Map<String, PodRecord> pods = new ConcurrentHashMap<>();

    /// Finds what an earlier one of the same folder left.
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
            // Last: nothing is left mounted by one that could not be made.
            shared.make();
            try (DirectoryStream<Path> each = Files.newDirectoryStream(runtimeDirectories.pods())) {
                for (Path pod : each) {
                    adopt(pod);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Containers cannot be run as plain processes: " + e.getMessage(), e);
        }
    }

    private void adopt(Path pod) {
        try {
            PodRecord known = PodRecord.read(RecordFile.read(pod.resolve(RuntimeDirectories.POD)));
            pods.put(known.uid(), known);
            containerTable.adopt(runtimeDirectories, known.uid());
        } catch (IOException | RuntimeException e) {
            log.warn("What an earlier run left in {} cannot be read; it is not looked at.", pod, e);
        }
    }

    @Override
    public String version() {
        return "process://0.1.0";
    }

    @Override
    public List<RuntimePod> pods() {
        return pods.values().stream().map(this::seen).toList();
    }

    @Override
    public Optional<RuntimePod> pod(String uid) {
        return Optional.ofNullable(pods.get(uid)).map(this::seen);
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
    public RuntimePod prepare(PodSandboxSpec plan) throws IOException {
        PodRecord pod = new PodRecord(plan.uid(), plan.namespace(), plan.name(), plan.hostname());
        Directories.ensure(runtimeDirectories.pod(plan.uid()), 0700);
        RecordFile.write(runtimeDirectories.pod(plan.uid()).resolve(RuntimeDirectories.POD), pod.write());
        pods.put(plan.uid(), pod);
        return seen(pod);
    }

    @Override
    public String pull(String image, String policy) {
        return image;
    }

    @Override
    public String start(ContainerStartSpec plan) throws IOException {
        JsonNode own = plan.spec().path("securityContext");
        ProcessCredentials processCredentials =
                ProcessCredentials.of(plan.sandboxSpec().spec().path("securityContext"), own, plan.groups());
        String id = UUID.randomUUID().toString().replace("-", "");
        Path folder = runtimeDirectories.container(plan.sandboxSpec().uid(), id);
        List<Path> limits = containerCgroups.make(id, plan.spec().path("resources"));
        ContainerRecord begun = ContainerRecord.of(id, plan, processCredentials.command(), limits, Instant.now());
        Directories.ensure(folder, 0700);
        // Of a container that nobody remembers.
        Files.deleteIfExists(plan.log());
        // Before anything runs: whoever comes after a crash ends what it finds.
        RecordFile.write(folder.resolve(RuntimeDirectories.RECORD), begun.write());
        try (ContainerNamespaces files =
                ContainerNamespaces.make(runtimeDirectories, plan, processCredentials.privileged())) {
            ContainerLauncher.Started started = ContainerLauncher.start(folder, plan, begun, files);
            ContainerRecord running = begun.running(started.supervisor(), started.first(), Instant.now());
            RecordFile.write(folder.resolve(RuntimeDirectories.RECORD), running.write());
            containerTable.add(running, folder, ContainerLauncher.environment(plan));
            return id;
        } catch (IOException e) {
            Directories.removeTree(runtimeDirectories.pod(plan.sandboxSpec().uid()), id);
            ContainerCgroups.remove(limits);
            throw e;
        }
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
                && signal(processContainer, SIGTERM)
                && endsWithin(processContainer, grace)) {
            return;
        }
        // The first process's end is that of all in its namespace.
        signal(processContainer, ProcessContainer.SIGKILL);
        if (!endsWithin(processContainer, DEATH)) {
            throw new IOException(
                    "Container " + processContainer.record().name() + " does not end though it was killed; one of"
                            + " its processes hangs in the kernel, most likely in a file system whose server is gone.");
        }
    }

    private static boolean signal(ProcessContainer processContainer, int number) throws IOException {
        Optional<ProcessDescriptor> first = processContainer.firstProcess();
        if (first.isEmpty()) {
            return true;
        }
        try (ProcessDescriptor process = first.get()) {
            return process.signal(number);
        }
    }

    private static boolean endsWithin(ProcessContainer processContainer, Duration time) throws InterruptedException {
        try {
            processContainer.ended().get(time.toNanos(), NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("An end is always told.", e);
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

    private ProcessContainer running(String containerId) throws IOException {
        return containerTable
                .find(containerId)
                .filter(processContainer -> !processContainer.ended().isDone())
                .orElseThrow(() -> new IOException("Container " + containerId + " does not run."));
    }

    @Override
    public void close() {
        containerTable.close();
        // Their mounts are joined with this one, and would not be with the next.
        if (pods().stream().flatMap(pod -> pod.containers().stream()).noneMatch(RuntimeContainer::runs)) {
            shared.undo();
        }
    }
}
