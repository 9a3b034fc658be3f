package dev.stowage.sim;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Volume;
import dev.stowage.kube.program.Role;
import dev.stowage.kube.queue.Backoff;
import dev.stowage.kube.queue.Outcome;
import dev.stowage.kube.queue.WorkQueue;
import dev.stowage.sim.model.Names;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/// A controller with one flaw, to see whether anybody notices.
final class Bungler<T extends KubeObject> implements Role {
    private final Mirror<T> mirror;
    private final WorkQueue<Key> queue;

    private Bungler(Shared shared, Kind<T> kind, Function<T, List<Act>> flaw) {
        mirror = shared.mirrors().of(kind);
        queue = new WorkQueue<>(
                "bungler",
                1,
                new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                key -> {
                    var found = mirror.find(key);
                    if (found.isPresent()) {
                        shared.hands().carryOut(flaw.apply(found.get()));
                    }
                    return Outcome.done();
                },
                shared.timer(),
                shared.queues());
        mirror.listen((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
    }

    /// Takes attachments away from under a kubelet.
    static Role detaching(Shared shared) {
        return new Bungler<>(
                shared,
                Kinds.ATTACHMENTS,
                attachment ->
                        attachment.attached() ? List.of(new Act.Remove<>(Kinds.ATTACHMENTS, attachment)) : List.of());
    }

    /// Attaches what is attached to one node to another as well.
    static Role attaching(Shared shared) {
        return new Bungler<>(shared, Kinds.ATTACHMENTS, Bungler::twin);
    }

    private static List<Act> twin(Attachment attachment) {
        if (!attachment.attached() || attachment.meta().name().startsWith("twin-")) {
            return List.of();
        }
        ObjectNode twin = Names.json("""
                {"metadata": {"name": "twin-%s"},
                 "spec": {"attacher": "%s", "nodeName": "%s", "source": {"persistentVolumeName": "%s"}}}
                """.formatted(
                        attachment.meta().name(),
                        Names.DRIVER,
                        attachment.nodeName().equals("node-1") ? "node-2" : "node-1",
                        attachment.volumeName()));
        return List.of(new Act.Create<>(Kinds.ATTACHMENTS, "", twin));
    }

    /// Gives a volume that is bound to somebody else.
    static Role stealing(Shared shared) {
        return new Bungler<>(shared, Kinds.VOLUMES, Bungler::steal);
    }

    private static List<Act> steal(Volume volume) {
        return volume.phase().equals("Bound")
                ? List.of(new Act.Change<>(
                        Kinds.VOLUMES,
                        volume,
                        Patch.merge(
                                Names.json("{\"spec\": {\"claimRef\": {\"name\": \"other\", \"uid\": \"other\"}}}"))))
                : List.of();
    }

    @Override
    public String name() {
        return "bungler";
    }

    @Override
    public String leaseName() {
        return "";
    }

    @Override
    public void start() throws InterruptedException {
        mirror.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
