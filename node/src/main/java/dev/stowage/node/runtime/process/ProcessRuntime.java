package dev.stowage.node.runtime.process;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.runtime.CommandResult;
import dev.stowage.node.runtime.ContainerPlan;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.PodPlan;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningPod;
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

    private final Folders folders;
    private final SharedRoot shared;
    private final Containers containers;
    private final Groups groups;
    private final Map<String, PodRecord> pods = new ConcurrentHashMap<>();

    /// Finds what an earlier one of the same folder left.
    public ProcessRuntime(KubeletPaths paths) {
        try {
            Directories.ensure(paths.root(), 0755);
            KubeletPaths real = new KubeletPaths(paths.root().toRealPath(), paths.logs());
            folders = Folders.of(real);
            shared = new SharedRoot(Mounts.system(), real.root());
            Directories.ensure(folders.pods(), 0700);
            Directories.ensure(folders.hollow(), 0700);
            groups = new Groups();
            containers = new Containers();
            // Last: nothing is left mounted by one that could not be made.
            shared.make();
            try (DirectoryStream<Path> each = Files.newDirectoryStream(folders.pods())) {
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
            PodRecord known = PodRecord.read(RecordFile.read(pod.resolve(Folders.POD)));
            pods.put(known.uid(), known);
            containers.adopt(folders, known.uid());
        } catch (IOException | RuntimeException e) {
            log.warn("What an earlier run left in {} cannot be read; it is not looked at.", pod, e);
        }
    }

    @Override
    public String version() {
        return "process://0.1.0";
    }

    @Override
    public List<RunningPod> pods() {
        return pods.values().stream().map(this::seen).toList();
    }

    @Override
    public Optional<RunningPod> pod(String uid) {
        return Optional.ofNullable(pods.get(uid)).map(this::seen);
    }

    private RunningPod seen(PodRecord pod) {
        return new RunningPod(
                pod.uid(),
                pod.namespace(),
                pod.name(),
                pod.uid(),
                true,
                "",
                containers.of(pod.uid()).stream().map(Container::seen).toList());
    }

    @Override
    public void listen(Consumer<String> listener) {
        containers.listen(listener);
    }

    @Override
    public RunningPod prepare(PodPlan plan) throws IOException {
        PodRecord pod = new PodRecord(plan.uid(), plan.namespace(), plan.name(), plan.hostname());
        Directories.ensure(folders.pod(plan.uid()), 0700);
        RecordFile.write(folders.pod(plan.uid()).resolve(Folders.POD), pod.write());
        pods.put(plan.uid(), pod);
        return seen(pod);
    }

    @Override
    public String pull(String image, String policy) {
        return image;
    }

    @Override
    public String start(ContainerPlan plan) throws IOException {
        JsonNode own = plan.spec().path("securityContext");
        Rights rights = Rights.of(plan.plan().spec().path("securityContext"), own, plan.groups());
        String id = UUID.randomUUID().toString().replace("-", "");
        Path folder = folders.container(plan.plan().uid(), id);
        List<Path> limits = groups.make(id, plan.spec().path("resources"));
        ContainerRecord begun = ContainerRecord.of(id, plan, rights.command(), limits, Instant.now());
        Directories.ensure(folder, 0700);
        // Of a container that nobody remembers.
        Files.deleteIfExists(plan.log());
        // Before anything runs: whoever comes after a crash ends what it finds.
        RecordFile.write(folder.resolve(Folders.RECORD), begun.write());
        try (ContainerFiles files = ContainerFiles.make(folders, plan, rights.privileged())) {
            Launch.Started started = Launch.start(folder, plan, begun, files);
            ContainerRecord running = begun.running(started.supervisor(), started.first(), Instant.now());
            RecordFile.write(folder.resolve(Folders.RECORD), running.write());
            containers.add(running, folder, Launch.environment(plan));
            return id;
        } catch (IOException e) {
            Directories.removeTree(folders.pod(plan.plan().uid()), id);
            Groups.remove(limits);
            throw e;
        }
    }

    @Override
    public void stop(String containerId, Duration grace) throws IOException, InterruptedException {
        Optional<Container> found = containers.find(containerId);
        if (found.isEmpty()) {
            return;
        }
        Container container = found.get();
        if (!grace.isZero() && !grace.isNegative() && signal(container, SIGTERM) && endsWithin(container, grace)) {
            return;
        }
        // The first process's end is that of all in its namespace.
        signal(container, Container.SIGKILL);
        if (!endsWithin(container, DEATH)) {
            throw new IOException("Container " + container.known().name() + " does not end though it was killed; one of"
                    + " its processes hangs in the kernel, most likely in a file system whose server is gone.");
        }
    }

    private static boolean signal(Container container, int number) throws IOException {
        Optional<ProcessDescriptor> first = container.first();
        if (first.isEmpty()) {
            return true;
        }
        try (ProcessDescriptor process = first.get()) {
            return process.signal(number);
        }
    }

    private static boolean endsWithin(Container container, Duration time) throws InterruptedException {
        try {
            container.ended().get(time.toNanos(), NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("An end is always told.", e);
        }
    }

    @Override
    public void remove(String containerId) throws IOException, InterruptedException {
        Optional<Container> found = containers.find(containerId);
        if (found.isPresent()) {
            stop(containerId, Duration.ZERO);
            Directories.removeTree(folders.pod(found.get().known().pod()), containerId);
            Groups.remove(found.get().known().groups());
            containers.forget(found.get());
        }
    }

    @Override
    public void removePod(RunningPod pod) throws IOException, InterruptedException {
        for (Container container : new ArrayList<>(containers.of(pod.uid()))) {
            remove(container.known().id());
        }
        Directories.removeTree(folders.pods(), pod.uid());
        pods.remove(pod.uid());
    }

    @Override
    public CommandResult execute(String containerId, List<String> command, Duration timeout)
            throws IOException, InterruptedException {
        return Command.run(running(containerId), command, timeout);
    }

    @Override
    public ExecSession open(ExecRequest request) throws IOException {
        return Command.open(running(request.containerId()), request);
    }

    private Container running(String containerId) throws IOException {
        return containers
                .find(containerId)
                .filter(container -> !container.ended().isDone())
                .orElseThrow(() -> new IOException("Container " + containerId + " does not run."));
    }

    @Override
    public void close() {
        containers.close();
        // Their mounts are joined with this one, and would not be with the next.
        if (pods().stream().flatMap(pod -> pod.containers().stream()).noneMatch(RunningContainer::runs)) {
            shared.undo();
        }
    }
}
