package dev.stowage.node.server;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerStartSpec;
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
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs nothing: it has the pods and containers that a test sets.
final class ScriptedRuntime implements ContainerRuntime {
    private final Map<String, NodePod> pods = new ConcurrentHashMap<>();
    private final Map<String, Map<String, RuntimeContainer>> containers = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private volatile Function<ExecRequest, ExecSession> sessions = request -> {
        throw new IllegalStateException("no session is prepared for " + request);
    };

    void put(NodePod pod) {
        pods.put(pod.shown(), pod);
    }

    /// @param key the container name; prefixed with `previous ` for the previous one
    void put(NodePod pod, String key, RuntimeContainer container) {
        put(pod);
        containers.computeIfAbsent(pod.uid(), _ -> new ConcurrentHashMap<>()).put(key, container);
        listeners.forEach(listener -> listener.accept(pod.uid()));
    }

    void onExec(Function<ExecRequest, ExecSession> answer) {
        sessions = answer;
    }

    PodLister podLister() {
        return new PodLister() {
            @Override
            public Collection<NodePod> pods() {
                return pods.values();
            }

            @Override
            public Optional<NodePod> pod(String namespace, String name) {
                return Optional.ofNullable(pods.get(namespace + "/" + name));
            }

            @Override
            public Optional<RuntimeContainer> container(String uid, String container, boolean previous) {
                return Optional.ofNullable(
                        containers.getOrDefault(uid, Map.of()).get(previous ? "previous " + container : container));
            }
        };
    }

    @Override
    public String version() {
        return "scripted://1";
    }

    @Override
    public Set<RuntimeFeature> features() {
        return EnumSet.allOf(RuntimeFeature.class);
    }

    @Override
    public List<RuntimePod> pods() {
        List<RuntimePod> all = new ArrayList<>();
        containers.forEach(
                (uid, some) -> all.add(new RuntimePod(uid, "default", uid, uid, true, "", List.copyOf(some.values()))));
        return all;
    }

    @Override
    public void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    @Override
    public RuntimePod prepare(PodSandboxSpec plan) throws IOException {
        throw new IOException("nothing runs here");
    }

    @Override
    public String pull(String image, String policy, ImagePullListener listener) {
        return image;
    }

    @Override
    public String start(ContainerStartSpec plan) throws IOException {
        throw new IOException("nothing runs here");
    }

    @Override
    public void stop(String containerId, Duration grace) {}

    @Override
    public void remove(String containerId) {}

    @Override
    public void removePod(RuntimePod pod) {}

    @Override
    public ExecResult execute(String containerId, List<String> command, Duration timeout) throws IOException {
        throw new IOException("nothing runs here");
    }

    @Override
    public ExecSession open(ExecRequest request) {
        return sessions.apply(request);
    }

    @Override
    public PortForwardTarget portForward(RuntimePod pod, List<Integer> ports) {
        return new PortForwardTarget.Address(InetAddress.getLoopbackAddress());
    }

    @Override
    public void close() {}
}
