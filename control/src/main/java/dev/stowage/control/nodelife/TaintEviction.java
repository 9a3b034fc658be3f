package dev.stowage.control.nodelife;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Ends pods that may not stay where they are.
public final class TaintEviction implements Controller {
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(10));

    /// @param since when it first was to go
    private record Sentence(String uid, Instant since) {}

    private final Shared shared;
    private final Mirror<Node> nodes;
    private final Mirror<Pod> pods;
    private final Index<Pod> podsByNode;
    private final WorkQueue<Key> queue;
    private final Map<Key, Sentence> sentences = new ConcurrentHashMap<>();

    public TaintEviction(Shared shared) {
        this.shared = shared;
        this.nodes = shared.mirrors().of(Kinds.NODES);
        this.pods = shared.mirrors().of(Kinds.PODS);
        this.podsByNode = pods.index(pod -> pod.nodeName().isEmpty() ? List.of() : List.of(pod.nodeName()));
        this.queue = new WorkQueue<>(name(), 8, PAUSES, this::look, shared.timer(), shared.queues());
        pods.listen((before, now) -> {
            if (now == null) {
                if (before != null) {
                    queue.add(before.key());
                }
            } else if (!now.nodeName().isEmpty()
                    && (before == null
                            || before.nodeName().isEmpty()
                            || !before.placing()
                                    .tolerations()
                                    .equals(now.placing().tolerations()))) {
                queue.add(now.key());
            }
        });
        nodes.listen((before, now) -> {
            List<?> was = before == null ? List.of() : Eviction.driving(before);
            if (now != null && !was.equals(Eviction.driving(now))) {
                podsByNode.get(now.meta().name()).forEach(pod -> queue.add(pod.key()));
            }
        });
    }

    @Override
    public String name() {
        return "taint-eviction-controller";
    }

    @Override
    public void start() throws InterruptedException {
        nodes.awaitSynced();
        pods.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }

    private Outcome look(Key key) throws InterruptedException {
        Optional<Pod> pod = pods.find(key);
        Optional<Node> node = pod.flatMap(one -> nodes.find(one.nodeName()));
        if (pod.isEmpty() || node.isEmpty()) {
            sentences.remove(key);
            return Outcome.done();
        }
        try {
            return switch (Eviction.of(pod.get(), node.get())) {
                case Eviction.Never() -> spare(pod.get());
                case Eviction.After(Duration after) -> sentence(pod.get(), node.get(), after);
            };
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    private Outcome spare(Pod pod) throws ApiFailure, InterruptedException {
        Sentence before = sentences.remove(pod.key());
        if (before != null && before.uid().equals(pod.meta().uid()) && !pod.isBeingDeleted()) {
            shared.hands().carryOut(Eviction.cancelled(pod));
        }
        return Outcome.done();
    }

    private Outcome sentence(Pod pod, Node node, Duration after) throws ApiFailure, InterruptedException {
        Instant now = shared.clock().instant();
        Sentence before = sentences.get(pod.key());
        Sentence sentence = before != null && before.uid().equals(pod.meta().uid())
                ? before
                : new Sentence(pod.meta().uid(), Eviction.since(pod, node, now));
        sentences.put(pod.key(), sentence);
        Instant end = sentence.since().plus(after);
        if (now.isBefore(end)) {
            return Outcome.again(Duration.between(now, end));
        }
        shared.hands().carryOut(Eviction.evict(pod, now));
        return Outcome.done();
    }
}
