package dev.stowage.node.runtime.cri;

import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
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

/// The pods and containers of the runtime. Lists contain states; the details are read once for each container
/// and state, because they do not change within a state.
final class RuntimeCache {
    private static final int KILLED = 137;

    /// The details of a container in a state.
    ///
    /// @param uid the pod's
    private record CachedContainer(String uid, ContainerState state, RuntimeContainer container) {}

    /// @param uid the pod's
    private record Address(String uid, String ip) {}

    private final CriClient calls;
    private final Map<String, CachedContainer> containers = new ConcurrentHashMap<>();
    private final Map<String, Address> addresses = new ConcurrentHashMap<>();

    RuntimeCache(CriClient calls) {
        this.calls = calls;
    }

    List<PodSandbox> sandboxes() throws IOException, InterruptedException {
        return calls.call(stub -> stub.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()))
                .getItemsList();
    }

    List<PodSandbox> sandboxes(String uid) throws IOException, InterruptedException {
        var filter = PodSandboxFilter.newBuilder().putLabelSelector(ContainerLabels.UID, uid);
        return calls.call(stub -> stub.listPodSandbox(
                        ListPodSandboxRequest.newBuilder().setFilter(filter).build()))
                .getItemsList();
    }

    List<Container> containers() throws IOException, InterruptedException {
        return calls.call(stub -> stub.listContainers(ListContainersRequest.getDefaultInstance()))
                .getContainersList();
    }

    List<Container> containers(String uid) throws IOException, InterruptedException {
        var filter = ContainerFilter.newBuilder().putLabelSelector(ContainerLabels.UID, uid);
        return calls.call(stub -> stub.listContainers(
                        ListContainersRequest.newBuilder().setFilter(filter).build()))
                .getContainersList();
    }

    static String uid(PodSandbox sandbox) {
        return sandbox.getLabelsOrDefault(ContainerLabels.UID, "");
    }

    static String uid(Container container) {
        return container.getLabelsOrDefault(ContainerLabels.UID, "");
    }

    List<RuntimePod> pods() throws IOException, InterruptedException {
        List<Container> all = containers();
        return pods(all, sandboxes(), _ -> true);
    }

    Optional<RuntimePod> pod(String uid) throws IOException, InterruptedException {
        List<Container> all = containers(uid);
        return pods(all, sandboxes(uid), uid::equals).stream().findFirst();
    }

    /// @param selected the pods of the lists: entries of these pods that are not listed are dropped
    private List<RuntimePod> pods(List<Container> all, List<PodSandbox> sandboxes, Predicate<String> selected)
            throws IOException, InterruptedException {
        Map<String, List<RuntimeContainer>> byPod = new HashMap<>();
        for (Container container : all) {
            if (!uid(container).isEmpty()) {
                Optional<RuntimeContainer> known = known(container);
                known.ifPresent(one -> byPod.computeIfAbsent(uid(container), _ -> new ArrayList<>())
                        .add(one));
            }
        }
        Set<String> there = all.stream().map(Container::getId).collect(Collectors.toSet());
        containers.entrySet().removeIf(one -> selected.test(one.getValue().uid()) && !there.contains(one.getKey()));
        Map<String, PodSandbox> newest = new HashMap<>();
        for (PodSandbox sandbox : sandboxes) {
            if (!uid(sandbox).isEmpty()) {
                newest.merge(
                        uid(sandbox), sandbox, (one, other) -> one.getCreatedAt() > other.getCreatedAt() ? one : other);
            }
        }
        Set<String> current = newest.values().stream().map(PodSandbox::getId).collect(Collectors.toSet());
        addresses.entrySet().removeIf(one -> selected.test(one.getValue().uid()) && !current.contains(one.getKey()));
        List<RuntimePod> pods = new ArrayList<>();
        for (PodSandbox sandbox : newest.values()) {
            pods.add(pod(sandbox, byPod.getOrDefault(uid(sandbox), List.of())));
        }
        return pods;
    }

    RuntimePod pod(PodSandbox sandbox, List<RuntimeContainer> containers) throws IOException, InterruptedException {
        List<RuntimeContainer> ordered = containers.stream()
                .sorted(Comparator.comparing(RuntimeContainer::name).thenComparingInt(RuntimeContainer::attempt))
                .toList();
        boolean ready = sandbox.getState() == PodSandboxState.SANDBOX_READY;
        return new RuntimePod(
                uid(sandbox),
                sandbox.getMetadata().getNamespace(),
                sandbox.getMetadata().getName(),
                sandbox.getId(),
                ready,
                ready ? address(sandbox) : "",
                ordered);
    }

    /// The address of a sandbox does not change.
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
        } catch (CriClient.CriException e) {
            if (e.is(Status.Code.NOT_FOUND)) {
                return ""; // removed between two calls
            }
            throw e;
        }
    }

    private Optional<RuntimeContainer> known(Container container) throws IOException, InterruptedException {
        CachedContainer before = containers.get(container.getId());
        if (before != null && before.state() == container.getState()) {
            return Optional.of(before.container());
        }
        try {
            ContainerStatus status = calls.call(stub -> stub.containerStatus(ContainerStatusRequest.newBuilder()
                            .setContainerId(container.getId())
                            .build()))
                    .getStatus();
            RuntimeContainer read = read(status);
            containers.put(status.getId(), new CachedContainer(uid(container), status.getState(), read));
            return Optional.of(read);
        } catch (CriClient.CriException e) {
            if (e.is(Status.Code.NOT_FOUND)) {
                return Optional.empty(); // removed between two calls
            }
            throw e;
        }
    }

    static RuntimeContainer read(ContainerStatus status) {
        RuntimeContainer.State state = switch (status.getState()) {
            case CONTAINER_CREATED -> new RuntimeContainer.State.Created();
            case CONTAINER_RUNNING -> new RuntimeContainer.State.Running(time(status.getStartedAt()));
            case CONTAINER_EXITED ->
                new RuntimeContainer.State.Exited(
                        status.getExitCode(),
                        0,
                        status.getReason(),
                        status.getMessage(),
                        time(status.getStartedAt()),
                        time(status.getFinishedAt()));
            case CONTAINER_UNKNOWN, UNRECOGNIZED ->
                new RuntimeContainer.State.Exited(
                        KILLED,
                        0,
                        "ContainerStatusUnknown",
                        "The container could not be located when the pod was terminated",
                        time(status.getStartedAt()),
                        time(status.getFinishedAt()));
        };
        return new RuntimeContainer(
                status.getId(),
                status.getLabelsOrDefault(
                        ContainerLabels.CONTAINER, status.getMetadata().getName()),
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
