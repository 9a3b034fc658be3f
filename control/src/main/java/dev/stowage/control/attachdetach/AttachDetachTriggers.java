package dev.stowage.control.attachdetach;

import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.informer.ResourceEventHandler;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Enqueues the volumes and nodes that a change affects. Does nothing until all informers are synced, then
/// enqueues everything once.
final class AttachDetachTriggers {
    private final Informers informers;
    private final DesiredAttachments desired;
    private final AttachStateReader reader;
    private final AttachDetachMemory attachDetachMemory;
    private final DeletedNodeVolumes deletedNodeVolumes;
    private final Consumer<VolumeNodeKey> wakeVolume;
    private final Consumer<String> wakeNode;
    private volatile boolean started;

    AttachDetachTriggers(
            Informers informers,
            DesiredAttachments desired,
            AttachStateReader reader,
            AttachDetachMemory attachDetachMemory,
            DeletedNodeVolumes deletedNodeVolumes,
            Consumer<VolumeNodeKey> wakeVolume,
            Consumer<String> wakeNode) {
        this.informers = informers;
        this.desired = desired;
        this.reader = reader;
        this.attachDetachMemory = attachDetachMemory;
        this.deletedNodeVolumes = deletedNodeVolumes;
        this.wakeVolume = wakeVolume;
        this.wakeNode = wakeNode;
        listen(informers.of(Kinds.PODS), this::pod);
        listen(informers.of(Kinds.CLAIMS), this::claim);
        listen(informers.of(Kinds.VOLUMES), this::volume);
        listen(informers.of(Kinds.ATTACHMENTS), this::attachment);
        listen(informers.of(Kinds.NODES), this::node);
        listen(informers.of(Kinds.CSI_DRIVERS), this::driver);
    }

    private <T extends KubeObject> void listen(Informer<T> informer, ResourceEventHandler<T> resourceEventHandler) {
        informer.addEventHandler((before, now) -> {
            if (started) {
                resourceEventHandler.changed(before, now);
            }
        });
    }

    void start() throws InterruptedException {
        informers.of(Kinds.PODS).awaitSynced();
        informers.of(Kinds.CLAIMS).awaitSynced();
        informers.of(Kinds.VOLUMES).awaitSynced();
        informers.of(Kinds.ATTACHMENTS).awaitSynced();
        informers.of(Kinds.NODES).awaitSynced();
        informers.of(Kinds.CSI_DRIVERS).awaitSynced();
        started = true;
        enqueueAll();
    }

    /// Repairs what no change event has reported.
    void enqueueAll() {
        informers.of(Kinds.ATTACHMENTS).all().forEach(this::enqueue);
        informers.of(Kinds.PODS).all().forEach(this::enqueue);
        informers
                .of(Kinds.NODES)
                .all()
                .forEach(node -> wakeNode.accept(node.meta().name()));
        attachDetachMemory
                .volumes()
                .forEach(volume -> attachDetachMemory.nodesOf(volume).forEach(node -> enqueue(volume, node)));
        deletedNodeVolumes.forget(node -> !reader.hasAttachmentsTo(node));
    }

    private void enqueue(String volume, String node) {
        wakeVolume.accept(new VolumeNodeKey(volume, reader.isExclusive(volume) ? "" : node));
    }

    private void enqueue(Pod pod) {
        if (!pod.nodeName().isEmpty()) {
            desired.names(pod).forEach(volume -> enqueue(volume, pod.nodeName()));
        }
    }

    private void enqueue(VolumeAttachment attachment) {
        reader.volumeOf(attachment).ifPresent(volume -> enqueue(volume, attachment.nodeName()));
    }

    private void pod(@Nullable Pod before, @Nullable Pod now) {
        if (before != null
                && now != null
                && before.meta().uid().equals(now.meta().uid())
                && before.nodeName().equals(now.nodeName())
                && before.isTerminated() == now.isTerminated()) {
            return;
        }
        if (before != null) {
            enqueue(before);
        }
        if (now != null) {
            enqueue(now);
        }
    }

    private void claim(@Nullable PersistentVolumeClaim before, @Nullable PersistentVolumeClaim now) {
        if (before != null
                && now != null
                && before.meta().uid().equals(now.meta().uid())
                && before.volumeName().equals(now.volumeName())
                && before.meta().ownerReferences().equals(now.meta().ownerReferences())
                && before.status().isBound() == now.status().isBound()) {
            return;
        }
        Set<String> names = new HashSet<>();
        if (before != null) {
            names.add(before.volumeName());
        }
        if (now != null) {
            names.add(now.volumeName());
        }
        names.forEach(name -> desired.volume(name).ifPresent(this::enqueue));
    }

    private void enqueue(PersistentVolume volume) {
        DesiredAttachments.target(volume).ifPresent(attachableVolume -> {
            String name = attachableVolume.volume().uniqueName();
            desired.pods(name).forEach(pod -> enqueue(name, pod.nodeName()));
        });
        reader.attachmentsOf(volume).forEach(this::enqueue);
    }

    private void volume(@Nullable PersistentVolume before, @Nullable PersistentVolume now) {
        if (before != null
                && now != null
                && before.meta().uid().equals(now.meta().uid())
                && Objects.equals(before.claim(), now.claim())
                && before.accessModes().equals(now.accessModes())) {
            return;
        }
        if (before != null) {
            enqueue(before);
        }
        if (now != null) {
            enqueue(now);
        }
    }

    private void attachment(@Nullable VolumeAttachment before, @Nullable VolumeAttachment now) {
        if (before != null) {
            enqueue(before);
            wakeNode.accept(before.nodeName());
        }
        if (now != null) {
            enqueue(now);
            wakeNode.accept(now.nodeName());
        }
    }

    private void node(@Nullable Node before, @Nullable Node now) {
        Node node = now == null ? before : now;
        if (node == null) {
            return;
        }
        String name = node.meta().name();
        if (now == null) {
            // A node without attachments need not be remembered: there is nothing to detach from it.
            if (reader.hasAttachmentsTo(name)) {
                deletedNodeVolumes.nodeDeleted(name, node.inUse());
            }
        } else if (before == null) {
            deletedNodeVolumes.nodeCreated(name);
        }
        if (before != null && now != null) {
            if (!now.inUse().containsAll(before.inUse())) {
                reader.attachmentsTo(name).forEach(this::enqueue);
            }
            if (!before.attached().equals(now.attached())) {
                wakeNode.accept(name);
            }
            if (NodeState.of(before).equals(NodeState.of(now))) {
                return;
            }
        }
        wakeNode.accept(name);
        reader.attachmentsTo(name).forEach(this::enqueue);
        desired.podsOn(name).forEach(this::enqueue);
    }

    private void driver(@Nullable CsiDriver before, @Nullable CsiDriver now) {
        boolean attachedBefore = before == null || before.attaches();
        boolean attachedNow = now == null || now.attaches();
        if (attachedBefore != attachedNow) {
            enqueueAll();
        }
    }
}
