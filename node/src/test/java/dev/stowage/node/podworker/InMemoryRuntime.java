package dev.stowage.node.podworker;

import static java.util.Objects.requireNonNull;

import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.ImagePullListener;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.PortForwardTarget;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimeContainer.State;
import dev.stowage.node.runtime.RuntimeFeature;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Containers in memory, whose exit a test controls. It outlives the pod workers that use it.
final class InMemoryRuntime implements ContainerRuntime {
    private final Map<String, RuntimePod> pods = new LinkedHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<ContainerStartSpec> startSpecBuilder = new CopyOnWriteArrayList<>();
    private volatile BiFunction<String, List<String>, ExecResult> commands = (_, _) -> new ExecResult(0, "");
    private volatile boolean deaf;
    private volatile CountDownLatch prepares = new CountDownLatch(0);
    private int made;

    /// The calls in order, such as `start a/0` or `stop a`.
    List<String> calls() {
        return calls;
    }

    List<ContainerStartSpec> plans() {
        return startSpecBuilder;
    }

    /// @param answer the result for a container name and a command
    void onCommand(BiFunction<String, List<String>, ExecResult> answer) {
        commands = answer;
    }

    /// From now on no pod sandbox is ready before that.
    void prepareAfter(CountDownLatch moment) {
        prepares = moment;
    }

    /// From now on containers ignore the stop signal.
    void beDeaf() {
        deaf = true;
    }

    /// The latest container of that name exits, in any pod.
    void end(String container, int code) {
        RuntimeContainer found = all().stream()
                .filter(one -> one.name().equals(container) && one.runs())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no container " + container + " runs"));
        end(found.id(), code, code == 0 ? "Completed" : "Error");
    }

    private synchronized List<RuntimeContainer> all() {
        return pods.values().stream().flatMap(pod -> pod.containers().stream()).toList();
    }

    private void end(String id, int code, String reason) {
        change(
                id,
                one -> one.state() instanceof State.Running(Instant since)
                        ? with(one, new State.Exited(code, 0, reason, "", since, Instant.now()))
                        : one);
    }

    private static RuntimeContainer with(RuntimeContainer one, State state) {
        return new RuntimeContainer(one.id(), one.name(), one.attempt(), one.image(), one.imageId(), one.log(), state);
    }

    private void change(String id, UnaryOperator<RuntimeContainer> how) {
        String uid = "";
        synchronized (this) {
            for (RuntimePod pod : List.copyOf(pods.values())) {
                if (pod.containers().stream().anyMatch(one -> one.id().equals(id))) {
                    uid = pod.uid();
                    pods.put(
                            uid,
                            with(
                                    pod,
                                    pod.containers().stream()
                                            .map(one -> one.id().equals(id) ? how.apply(one) : one)
                                            .toList()));
                }
            }
        }
        tell(uid);
    }

    private static RuntimePod with(RuntimePod pod, List<RuntimeContainer> containers) {
        return new RuntimePod(pod.uid(), pod.namespace(), pod.name(), pod.id(), pod.ready(), pod.ip(), containers);
    }

    private void tell(String uid) {
        if (!uid.isEmpty()) {
            listeners.forEach(listener -> listener.accept(uid));
        }
    }

    @Override
    public String version() {
        return "memory://1";
    }

    @Override
    public Set<RuntimeFeature> features() {
        return EnumSet.allOf(RuntimeFeature.class);
    }

    @Override
    public synchronized List<RuntimePod> pods() {
        return List.copyOf(pods.values());
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public RuntimePod prepare(PodSandboxSpec plan) throws InterruptedException {
        prepares.await();
        synchronized (this) {
            calls.add("prepare " + plan.name());
            return pods.computeIfAbsent(
                    plan.uid(),
                    uid -> new RuntimePod(uid, plan.namespace(), plan.name(), "box-" + uid, true, "", List.of()));
        }
    }

    @Override
    public String pull(String image, String policy, ImagePullListener listener) {
        if (policy.equals("Always")) {
            listener.started();
            listener.succeeded(Duration.ofMillis(1500), 7);
        } else {
            listener.alreadyPresent();
        }
        return "id of " + image;
    }

    @Override
    public String start(ContainerStartSpec plan) throws IOException {
        startSpecBuilder.add(plan);
        String call = "start " + plan.name() + "/" + plan.attempt();
        if (plan.command().equals(List.of("unstartable"))) {
            calls.add(call);
            throw new IOException("there is no such program");
        }
        String id;
        synchronized (this) {
            id = "c" + ++made;
            RuntimePod pod = requireNonNull(pods.get(plan.sandboxSpec().uid()), "not prepared");
            var containers = new ArrayList<>(pod.containers());
            containers.add(new RuntimeContainer(
                    id,
                    plan.name(),
                    plan.attempt(),
                    plan.image(),
                    plan.imageId(),
                    plan.log(),
                    new State.Running(Instant.now())));
            pods.put(pod.uid(), with(pod, containers));
            // A test that waits for the call finds the container.
            calls.add(call);
        }
        tell(plan.sandboxSpec().uid());
        return id;
    }

    private String nameOf(String id) {
        return all().stream()
                .filter(one -> one.id().equals(id))
                .map(RuntimeContainer::name)
                .findFirst()
                .orElse(id);
    }

    @Override
    public void stop(String containerId, Duration grace) {
        calls.add("stop " + nameOf(containerId));
        if (!deaf) {
            end(containerId, 143, "Error");
        }
    }

    @Override
    public void remove(String containerId) {
        calls.add("remove " + nameOf(containerId));
        synchronized (this) {
            pods.replaceAll((_, pod) -> with(
                    pod,
                    pod.containers().stream()
                            .filter(one -> !one.id().equals(containerId))
                            .toList()));
        }
    }

    @Override
    public synchronized void removePod(RuntimePod pod) {
        calls.add("removePod " + pod.name());
        pods.remove(pod.uid());
    }

    @Override
    public ExecResult execute(String containerId, List<String> command, Duration timeout) {
        calls.add("execute " + nameOf(containerId) + " " + String.join(" ", command));
        return commands.apply(nameOf(containerId), command);
    }

    @Override
    public ExecSession open(ExecRequest request) {
        throw new UnsupportedOperationException("nobody opens sessions here");
    }

    @Override
    public PortForwardTarget portForward(RuntimePod pod, List<Integer> ports) {
        throw new UnsupportedOperationException("nobody forwards ports here");
    }

    @Override
    public void close() {}
}
