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

/// From a change to the volumes and nodes that need a look. Silent until everything is known; then it names
/// everything
/// once.
final class AttachDetachTriggers {
    private final Informers informers;
    private final DesiredAttachments desiredAttachments;
    private final AttachStateReader attachStateReader;
    private final AttachDetachMemory attachDetachMemory;
    private final DeletedNodeVolumes deletedNodeVolumes;
    private final Consumer<VolumeNodeKey> wakeVolume;
    private final Consumer<String> wakeNode;
    private volatile boolean awake;

    AttachDetachTriggers(
            Informers informers,
            DesiredAttachments desiredAttachments,
            AttachStateReader attachStateReader,
            AttachDetachMemory attachDetachMemory,
            DeletedNodeVolumes deletedNodeVolumes,
            Consumer<VolumeNodeKey> wakeVolume,
            Consumer<String> wakeNode) {
        this.informers = informers;
        this.desiredAttachments = desiredAttachments;
        this.attachStateReader = attachStateReader;
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
            if (awake) {
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
        awake = true;
        enqueueAll();
    }

    /// Puts right what no change told.
    void enqueueAll() {
        informers.of(Kinds.ATTACHMENTS).all().forEach(this::wake);
        informers.of(Kinds.PODS).all().forEach(this::wake);
        informers
                .of(Kinds.NODES)
                .all()
                .forEach(node -> wakeNode.accept(node.meta().name()));
        attachDetachMemory
                .volumes()
                .forEach(volume -> attachDetachMemory.nodesOf(volume).forEach(node -> wake(volume, node)));
        deletedNodeVolumes.forget(node -> !attachStateReader.hasAttachmentsTo(node));
    }

    private void wake(String volume, String node) {
        wakeVolume.accept(new VolumeNodeKey(volume, attachStateReader.isExclusive(volume) ? "" : node));
    }

    private void wake(Pod pod) {
        if (!pod.nodeName().isEmpty()) {
            desiredAttachments.names(pod).forEach(volume -> wake(volume, pod.nodeName()));
        }
    }

    private void wake(VolumeAttachment attachment) {
        attachStateReader.volumeOf(attachment).ifPresent(volume -> wake(volume, attachment.nodeName()));
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
            wake(before);
        }
        if (now != null) {
            wake(now);
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
        names.forEach(name -> desiredAttachments.volume(name).ifPresent(this::wake));
    }

    private void wake(PersistentVolume volume) {
        DesiredAttachments.target(volume).ifPresent(attachableVolume -> {
            String name = attachableVolume.volume().uniqueName();
            desiredAttachments.pods(name).forEach(pod -> wake(name, pod.nodeName()));
        });
        attachStateReader.attachmentsOf(volume).forEach(this::wake);
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
            wake(before);
        }
        if (now != null) {
            wake(now);
        }
    }

    private void attachment(@Nullable VolumeAttachment before, @Nullable VolumeAttachment now) {
        if (before != null) {
            wake(before);
            wakeNode.accept(before.nodeName());
        }
        if (now != null) {
            wake(now);
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
            deletedNodeVolumes.nodeDeleted(name, node.inUse());
        } else if (before == null) {
            deletedNodeVolumes.nodeCreated(name);
        }
        if (before != null && now != null) {
            if (!now.inUse().containsAll(before.inUse())) {
                attachStateReader.attachmentsTo(name).forEach(this::wake);
            }
            if (!before.attached().equals(now.attached())) {
                wakeNode.accept(name);
            }
            if (NodeState.of(before).equals(NodeState.of(now))) {
                return;
            }
        }
        wakeNode.accept(name);
        attachStateReader.attachmentsTo(name).forEach(this::wake);
        desiredAttachments.podsOn(name).forEach(this::wake);
    }

    private void driver(@Nullable CsiDriver before, @Nullable CsiDriver now) {
        boolean attachedBefore = before == null || before.attaches();
        boolean attachedNow = now == null || now.attaches();
        if (attachedBefore != attachedNow) {
            enqueueAll();
        }
    }
}
