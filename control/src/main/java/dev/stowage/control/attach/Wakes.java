package dev.stowage.control.attach;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.ResourceEventHandler;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.PersistentVolume;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// From a change to the volumes and nodes that need a look. Silent until everything is known; then it names everything
/// once.
final class Wakes {
    private final Informers informers;
    private final Wants wants;
    private final Survey survey;
    private final Memories memories;
    private final Ghosts ghosts;
    private final Consumer<LinkKey> wakeVolume;
    private final Consumer<String> wakeNode;
    private volatile boolean awake;

    Wakes(
            Informers informers,
            Wants wants,
            Survey survey,
            Memories memories,
            Ghosts ghosts,
            Consumer<LinkKey> wakeVolume,
            Consumer<String> wakeNode) {
        this.informers = informers;
        this.wants = wants;
        this.survey = survey;
        this.memories = memories;
        this.ghosts = ghosts;
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

    void awaken() throws InterruptedException {
        informers.of(Kinds.PODS).awaitSynced();
        informers.of(Kinds.CLAIMS).awaitSynced();
        informers.of(Kinds.VOLUMES).awaitSynced();
        informers.of(Kinds.ATTACHMENTS).awaitSynced();
        informers.of(Kinds.NODES).awaitSynced();
        informers.of(Kinds.CSI_DRIVERS).awaitSynced();
        awake = true;
        everything();
    }

    /// Puts right what no change told.
    void everything() {
        informers.of(Kinds.ATTACHMENTS).all().forEach(this::wake);
        informers.of(Kinds.PODS).all().forEach(this::wake);
        informers.of(Kinds.NODES)
                .all()
                .forEach(node -> wakeNode.accept(node.meta().name()));
        memories.volumes().forEach(volume -> memories.nodesOf(volume).forEach(node -> wake(volume, node)));
        ghosts.forget(node -> !survey.hasAttachmentsTo(node));
    }

    private void wake(String volume, String node) {
        wakeVolume.accept(new LinkKey(volume, survey.isExclusive(volume) ? "" : node));
    }

    private void wake(Pod pod) {
        if (!pod.nodeName().isEmpty()) {
            wants.names(pod).forEach(volume -> wake(volume, pod.nodeName()));
        }
    }

    private void wake(VolumeAttachment attachment) {
        survey.volumeOf(attachment).ifPresent(volume -> wake(volume, attachment.nodeName()));
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
        names.forEach(name -> wants.volume(name).ifPresent(this::wake));
    }

    private void wake(PersistentVolume volume) {
        Wants.target(volume).ifPresent(target -> {
            String name = target.volume().uniqueName();
            wants.pods(name).forEach(pod -> wake(name, pod.nodeName()));
        });
        survey.attachmentsOf(volume).forEach(this::wake);
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
            ghosts.died(name, node.inUse());
        } else if (before == null) {
            ghosts.lives(name);
        }
        if (before != null && now != null) {
            if (!now.inUse().containsAll(before.inUse())) {
                survey.attachmentsTo(name).forEach(this::wake);
            }
            if (!before.attached().equals(now.attached())) {
                wakeNode.accept(name);
            }
            if (Site.of(before).equals(Site.of(now))) {
                return;
            }
        }
        wakeNode.accept(name);
        survey.attachmentsTo(name).forEach(this::wake);
        wants.podsOn(name).forEach(this::wake);
    }

    private void driver(@Nullable CsiDriver before, @Nullable CsiDriver now) {
        boolean attachedBefore = before == null || before.attaches();
        boolean attachedNow = now == null || now.attaches();
        if (attachedBefore != attachedNow) {
            everything();
        }
    }
}
