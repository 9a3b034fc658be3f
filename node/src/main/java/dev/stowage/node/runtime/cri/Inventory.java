package dev.stowage.node.runtime.cri;

import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.runtime.cri.v1.Container;
import dev.stowage.node.runtime.cri.v1.ContainerFilter;
import dev.stowage.node.runtime.cri.v1.ContainerState;
import dev.stowage.node.runtime.cri.v1.ContainerStatus;
import dev.stowage.node.runtime.cri.v1.ContainerStatusRequest;
import dev.stowage.node.runtime.cri.v1.ListContainersRequest;
import dev.stowage.node.runtime.cri.v1.ListPodSandboxRequest;
import dev.stowage.node.runtime.cri.v1.PodSandbox;
import dev.stowage.node.runtime.cri.v1.PodSandboxFilter;
import dev.stowage.node.runtime.cri.v1.PodSandboxState;
import dev.stowage.node.runtime.cri.v1.PodSandboxStatusRequest;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What the runtime has. Lists tell states; the rest is asked once for each container and state, for then it does not
/// change.
final class Inventory {
    private static final int KILLED = 137;

    /// The answer about a container in a state.
    ///
    /// @param uid the pod's
    private record Known(String uid, ContainerState state, RunningContainer container) {}

    /// @param uid the pod's
    private record Address(String uid, String ip) {}

    private final CriCalls calls;
    private final Map<String, Known> containers = new ConcurrentHashMap<>();
    private final Map<String, Address> addresses = new ConcurrentHashMap<>();

    Inventory(CriCalls calls) {
        this.calls = calls;
    }

    List<PodSandbox> sandboxes() throws IOException, InterruptedException {
        return calls.call(stub -> stub.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()))
                .getItemsList();
    }

    List<PodSandbox> sandboxes(String uid) throws IOException, InterruptedException {
        var filter = PodSandboxFilter.newBuilder().putLabelSelector(Labels.UID, uid);
        return calls.call(stub -> stub.listPodSandbox(
                        ListPodSandboxRequest.newBuilder().setFilter(filter).build()))
                .getItemsList();
    }

    List<Container> containers() throws IOException, InterruptedException {
        return calls.call(stub -> stub.listContainers(ListContainersRequest.getDefaultInstance()))
                .getContainersList();
    }

    List<Container> containers(String uid) throws IOException, InterruptedException {
        var filter = ContainerFilter.newBuilder().putLabelSelector(Labels.UID, uid);
        return calls.call(stub -> stub.listContainers(
                        ListContainersRequest.newBuilder().setFilter(filter).build()))
                .getContainersList();
    }

    static String uid(PodSandbox sandbox) {
        return sandbox.getLabelsOrDefault(Labels.UID, "");
    }

    static String uid(Container container) {
        return container.getLabelsOrDefault(Labels.UID, "");
    }

    List<RunningPod> pods() throws IOException, InterruptedException {
        List<Container> all = containers();
        return pods(all, sandboxes(), _ -> true);
    }

    Optional<RunningPod> pod(String uid) throws IOException, InterruptedException {
        List<Container> all = containers(uid);
        return pods(all, sandboxes(uid), uid::equals).stream().findFirst();
    }

    /// @param asked the pods that the lists are about: what is known of them and not listed is forgotten
    private List<RunningPod> pods(List<Container> all, List<PodSandbox> sandboxes, Predicate<String> asked)
            throws IOException, InterruptedException {
        Map<String, List<RunningContainer>> byPod = new HashMap<>();
        for (Container container : all) {
            if (!uid(container).isEmpty()) {
                Optional<RunningContainer> known = known(container);
                known.ifPresent(one -> byPod.computeIfAbsent(uid(container), _ -> new ArrayList<>())
                        .add(one));
            }
        }
        Set<String> there = all.stream().map(Container::getId).collect(Collectors.toSet());
        containers.entrySet().removeIf(one -> asked.test(one.getValue().uid()) && !there.contains(one.getKey()));
        Map<String, PodSandbox> newest = new HashMap<>();
        for (PodSandbox sandbox : sandboxes) {
            if (!uid(sandbox).isEmpty()) {
                newest.merge(
                        uid(sandbox), sandbox, (one, other) -> one.getCreatedAt() > other.getCreatedAt() ? one : other);
            }
        }
        Set<String> current = newest.values().stream().map(PodSandbox::getId).collect(Collectors.toSet());
        addresses.entrySet().removeIf(one -> asked.test(one.getValue().uid()) && !current.contains(one.getKey()));
        List<RunningPod> pods = new ArrayList<>();
        for (PodSandbox sandbox : newest.values()) {
            pods.add(pod(sandbox, byPod.getOrDefault(uid(sandbox), List.of())));
        }
        return pods;
    }

    RunningPod pod(PodSandbox sandbox, List<RunningContainer> containers) throws IOException, InterruptedException {
        List<RunningContainer> ordered = containers.stream()
                .sorted(Comparator.comparing(RunningContainer::name).thenComparingInt(RunningContainer::attempt))
                .toList();
        boolean ready = sandbox.getState() == PodSandboxState.SANDBOX_READY;
        return new RunningPod(
                uid(sandbox),
                sandbox.getMetadata().getNamespace(),
                sandbox.getMetadata().getName(),
                sandbox.getId(),
                ready,
                ready ? address(sandbox) : "",
                ordered);
    }

    /// A sandbox keeps its address as long as it lives.
    private String address(PodSandbox sandbox) throws IOException, InterruptedException {
        Address known = addresses.get(sandbox.getId());
        if (known != null) {
            return known.ip();
        }
        try {
            String told = calls.call(stub -> stub.podSandboxStatus(PodSandboxStatusRequest.newBuilder()
                            .setPodSandboxId(sandbox.getId())
                            .build()))
                    .getStatus()
                    .getNetwork()
                    .getIp();
            addresses.put(sandbox.getId(), new Address(uid(sandbox), told));
            return told;
        } catch (CriCalls.Failure e) {
            if (e.is(Status.Code.NOT_FOUND)) {
                return ""; // removed between two answers
            }
            throw e;
        }
    }

    private Optional<RunningContainer> known(Container container) throws IOException, InterruptedException {
        Known before = containers.get(container.getId());
        if (before != null && before.state() == container.getState()) {
            return Optional.of(before.container());
        }
        try {
            ContainerStatus status = calls.call(stub -> stub.containerStatus(ContainerStatusRequest.newBuilder()
                            .setContainerId(container.getId())
                            .build()))
                    .getStatus();
            RunningContainer read = read(status);
            containers.put(status.getId(), new Known(uid(container), status.getState(), read));
            return Optional.of(read);
        } catch (CriCalls.Failure e) {
            if (e.is(Status.Code.NOT_FOUND)) {
                return Optional.empty(); // removed between two answers
            }
            throw e;
        }
    }

    static RunningContainer read(ContainerStatus status) {
        RunningContainer.State state = switch (status.getState()) {
            case CONTAINER_CREATED -> new RunningContainer.State.Created();
            case CONTAINER_RUNNING -> new RunningContainer.State.Running(time(status.getStartedAt()));
            case CONTAINER_EXITED ->
                new RunningContainer.State.Exited(
                        status.getExitCode(),
                        0,
                        status.getReason(),
                        status.getMessage(),
                        time(status.getStartedAt()),
                        time(status.getFinishedAt()));
            case CONTAINER_UNKNOWN, UNRECOGNIZED ->
                new RunningContainer.State.Exited(
                        KILLED,
                        0,
                        "ContainerStatusUnknown",
                        "The container could not be located when the pod was terminated",
                        time(status.getStartedAt()),
                        time(status.getFinishedAt()));
        };
        return new RunningContainer(
                status.getId(),
                status.getLabelsOrDefault(Labels.CONTAINER, status.getMetadata().getName()),
                status.getMetadata().getAttempt(),
                status.getImage().getImage(),
                status.getImageRef(),
                Path.of(status.getLogPath()),
                state);
    }

    private static Instant time(long nanoseconds) {
        return Instant.ofEpochSecond(0, nanoseconds);
    }
}
