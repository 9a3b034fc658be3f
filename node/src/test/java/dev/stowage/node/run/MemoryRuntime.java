package dev.stowage.node.run;

import static java.util.Objects.requireNonNull;

import dev.stowage.node.runtime.CommandResult;
import dev.stowage.node.runtime.ContainerPlan;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.PodPlan;
import dev.stowage.node.runtime.RunningContainer;
import dev.stowage.node.runtime.RunningContainer.State;
import dev.stowage.node.runtime.RunningPod;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Containers that a test ends when it likes. It outlives the runners that use it.
final class MemoryRuntime implements ContainerRuntime {
    private final Map<String, RunningPod> pods = new LinkedHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<ContainerPlan> plans = new CopyOnWriteArrayList<>();
    private volatile BiFunction<String, List<String>, CommandResult> commands = (_, _) -> new CommandResult(0, "");
    private volatile boolean deaf;
    private volatile CountDownLatch prepares = new CountDownLatch(0);
    private int made;

    /// What was asked of it, in order, such as `start a/0` or `stop a`.
    List<String> calls() {
        return calls;
    }

    List<ContainerPlan> plans() {
        return plans;
    }

    /// @param answer from a container's name and a command
    void onCommand(BiFunction<String, List<String>, CommandResult> answer) {
        commands = answer;
    }

    /// From now on no pod is prepared before that.
    void prepareAfter(CountDownLatch moment) {
        prepares = moment;
    }

    /// From now on containers do not end when they are asked to.
    void beDeaf() {
        deaf = true;
    }

    /// The latest container of that name ends, in whatever pod it is.
    void end(String container, int code) {
        RunningContainer found = all().stream()
                .filter(one -> one.name().equals(container) && one.runs())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no container " + container + " runs"));
        end(found.id(), code, code == 0 ? "Completed" : "Error");
    }

    private synchronized List<RunningContainer> all() {
        return pods.values().stream().flatMap(pod -> pod.containers().stream()).toList();
    }

    private void end(String id, int code, String reason) {
        change(
                id,
                one -> one.state() instanceof State.Running(Instant since)
                        ? with(one, new State.Exited(code, 0, reason, "", since, Instant.now()))
                        : one);
    }

    private static RunningContainer with(RunningContainer one, State state) {
        return new RunningContainer(one.id(), one.name(), one.attempt(), one.image(), one.imageId(), one.log(), state);
    }

    private void change(String id, UnaryOperator<RunningContainer> how) {
        String uid = "";
        synchronized (this) {
            for (RunningPod pod : List.copyOf(pods.values())) {
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

    private static RunningPod with(RunningPod pod, List<RunningContainer> containers) {
        return new RunningPod(pod.uid(), pod.namespace(), pod.name(), pod.id(), pod.ready(), pod.ip(), containers);
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
    public synchronized List<RunningPod> pods() {
        return List.copyOf(pods.values());
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public RunningPod prepare(PodPlan plan) throws InterruptedException {
        prepares.await();
        synchronized (this) {
            calls.add("prepare " + plan.name());
            return pods.computeIfAbsent(
                    plan.uid(),
                    uid -> new RunningPod(uid, plan.namespace(), plan.name(), "box-" + uid, true, "", List.of()));
        }
    }

    @Override
    public String pull(String image, String policy) {
        return "id of " + image;
    }

    @Override
    public String start(ContainerPlan plan) throws IOException {
        plans.add(plan);
        String call = "start " + plan.name() + "/" + plan.attempt();
        if (plan.command().equals(List.of("unstartable"))) {
            calls.add(call);
            throw new IOException("there is no such program");
        }
        String id;
        synchronized (this) {
            id = "c" + ++made;
            RunningPod pod = requireNonNull(pods.get(plan.plan().uid()), "not prepared");
            var containers = new ArrayList<>(pod.containers());
            containers.add(new RunningContainer(
                    id,
                    plan.name(),
                    plan.attempt(),
                    plan.image(),
                    plan.imageId(),
                    plan.log(),
                    new State.Running(Instant.now())));
            pods.put(pod.uid(), with(pod, containers));
            // Whoever waits for the call finds the container.
            calls.add(call);
        }
        tell(plan.plan().uid());
        return id;
    }

    private String nameOf(String id) {
        return all().stream()
                .filter(one -> one.id().equals(id))
                .map(RunningContainer::name)
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
    public synchronized void removePod(RunningPod pod) {
        calls.add("removePod " + pod.name());
        pods.remove(pod.uid());
    }

    @Override
    public CommandResult execute(String containerId, List<String> command, Duration timeout) {
        calls.add("execute " + nameOf(containerId) + " " + String.join(" ", command));
        return commands.apply(nameOf(containerId), command);
    }

    @Override
    public ExecSession open(ExecRequest request) {
        throw new UnsupportedOperationException("nobody opens sessions here");
    }

    @Override
    public void close() {}
}
