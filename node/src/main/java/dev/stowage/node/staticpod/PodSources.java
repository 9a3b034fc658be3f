package dev.stowage.node.staticpod;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.StaticPodAnnotations;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The pods that this node runs: those of the API server and those in files. A static pod has the status of its
/// mirror pod, which itself is not run. Thread-safe.
public final class PodSources implements AutoCloseable {
    private final Informer<NodePod> informer;
    private final StaticPods staticPods;
    private final MirrorPods mirrorPods;
    private final Consumer<String> enqueue;
    private final Index<NodePod> byUid;

    /// @param isManaged whether the node still has something of the pod with that UID
    /// @param enqueue receives the UIDs of pods that changed
    public PodSources(
            NodeContext nodeContext, StaticPods staticPods, Predicate<String> isManaged, Consumer<String> enqueue) {
        this.informer = nodeContext.informers().of(NodePod.KIND);
        this.staticPods = staticPods;
        this.mirrorPods = new MirrorPods(nodeContext, informer, staticPods, isManaged);
        this.enqueue = enqueue;
        this.byUid = informer.index(pod -> List.of(pod.uid()));
    }

    /// Returns when the API server has listed the pods and the files are read once.
    public void start() throws InterruptedException {
        informer.awaitSynced();
        staticPods.start(differing -> {
            differing.forEach(enqueue);
            mirrorPods.enqueueAll();
        });
    }

    /// To be called when all pods that run are known: from now on changes in the API are enqueued.
    public void listen() {
        informer.addEventHandler((before, now) -> {
            enqueue(before);
            enqueue(now);
        });
    }

    private void enqueue(@Nullable NodePod pod) {
        if (pod != null) {
            enqueue.accept(runningUid(pod));
        }
    }

    /// To be called when all pods that run are known: mirror pods of others are deleted.
    public void startMirrors() {
        mirrorPods.start();
    }

    /// Nothing of the pod is left. A static pod of the same name can start.
    public void forgotten(NodePod pod) {
        mirrorPods.enqueue(pod);
        staticPods.find(pod.meta().key()).map(NodePod::uid).ifPresent(enqueue);
    }

    public boolean isStatic(NodePod pod) {
        return staticPods.find(pod.uid()).isPresent();
    }

    /// Whether it stands for a static pod in the API.
    public static boolean isMirror(NodePod pod) {
        return pod.meta().annotations().containsKey(StaticPodAnnotations.MIRROR);
    }

    /// The UID under which the pod runs: that of the static pod of a mirror pod, otherwise its own.
    public static String runningUid(NodePod pod) {
        return isMirror(pod) ? pod.meta().annotation(StaticPodAnnotations.MIRROR) : pod.uid();
    }

    public Optional<NodePod> find(String uid) {
        return staticPods
                .find(uid)
                .map(this::withStatus)
                .or(() -> byUid.get(uid).stream().filter(pod -> !isMirror(pod)).findFirst());
    }

    public Optional<NodePod> find(NamespacedName key) {
        return staticPods.find(key).map(this::withStatus).or(() -> informer.find(key));
    }

    public Collection<NodePod> all() {
        List<NodePod> all = new ArrayList<>();
        informer.all().stream().filter(pod -> !isMirror(pod)).forEach(all::add);
        staticPods.all().forEach(pod -> all.add(withStatus(pod)));
        return all;
    }

    /// The object in the API that has the status of a pod; empty while a static pod has no mirror pod.
    public Optional<NodePod> statusObject(NodePod pod) {
        return isStatic(pod) ? mirror(pod) : Optional.of(pod);
    }

    private Optional<NodePod> mirror(NodePod pod) {
        return informer.find(pod.meta().key())
                .filter(found -> isMirror(found) && runningUid(found).equals(pod.uid()));
    }

    @Override
    public void close() {
        staticPods.close();
        mirrorPods.close();
    }

    private NodePod withStatus(NodePod pod) {
        return mirror(pod)
                .map(mirror -> new NodePod(pod.meta(), pod.spec(), mirror.status(), pod.grace(), mirror.generation()))
                .orElse(pod);
    }
}
