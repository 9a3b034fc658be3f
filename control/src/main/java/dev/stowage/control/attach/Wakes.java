package dev.stowage.control.attach;

import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Listener;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.CsiDriver;
import dev.stowage.kube.object.KubeObject;
import dev.stowage.kube.object.Node;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.Volume;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// From a change to the volumes and nodes that need a look. Silent until everything is known; then it names everything
/// once.
final class Wakes {
    private final Mirrors mirrors;
    private final Wants wants;
    private final Survey survey;
    private final Memories memories;
    private final Ghosts ghosts;
    private final Consumer<LinkKey> wakeVolume;
    private final Consumer<String> wakeNode;
    private volatile boolean awake;

    Wakes(
            Mirrors mirrors,
            Wants wants,
            Survey survey,
            Memories memories,
            Ghosts ghosts,
            Consumer<LinkKey> wakeVolume,
            Consumer<String> wakeNode) {
        this.mirrors = mirrors;
        this.wants = wants;
        this.survey = survey;
        this.memories = memories;
        this.ghosts = ghosts;
        this.wakeVolume = wakeVolume;
        this.wakeNode = wakeNode;
        listen(mirrors.of(Kinds.PODS), this::pod);
        listen(mirrors.of(Kinds.CLAIMS), this::claim);
        listen(mirrors.of(Kinds.VOLUMES), this::volume);
        listen(mirrors.of(Kinds.ATTACHMENTS), this::attachment);
        listen(mirrors.of(Kinds.NODES), this::node);
        listen(mirrors.of(Kinds.CSI_DRIVERS), this::driver);
    }

    private <T extends KubeObject> void listen(Mirror<T> mirror, Listener<T> listener) {
        mirror.listen((before, now) -> {
            if (awake) {
                listener.changed(before, now);
            }
        });
    }

    void awaken() throws InterruptedException {
        mirrors.of(Kinds.PODS).awaitSynced();
        mirrors.of(Kinds.CLAIMS).awaitSynced();
        mirrors.of(Kinds.VOLUMES).awaitSynced();
        mirrors.of(Kinds.ATTACHMENTS).awaitSynced();
        mirrors.of(Kinds.NODES).awaitSynced();
        mirrors.of(Kinds.CSI_DRIVERS).awaitSynced();
        awake = true;
        everything();
    }

    /// Puts right what no change told.
    void everything() {
        mirrors.of(Kinds.ATTACHMENTS).all().forEach(this::wake);
        mirrors.of(Kinds.PODS).all().forEach(this::wake);
        mirrors.of(Kinds.NODES)
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

    private void wake(Attachment attachment) {
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

    private void claim(@Nullable Claim before, @Nullable Claim now) {
        if (before != null
                && now != null
                && before.meta().uid().equals(now.meta().uid())
                && before.volumeName().equals(now.volumeName())
                && before.meta().owners().equals(now.meta().owners())
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

    private void wake(Volume volume) {
        Wants.target(volume).ifPresent(target -> {
            String name = target.volume().uniqueName();
            wants.pods(name).forEach(pod -> wake(name, pod.nodeName()));
        });
        survey.attachmentsOf(volume).forEach(this::wake);
    }

    private void volume(@Nullable Volume before, @Nullable Volume now) {
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

    private void attachment(@Nullable Attachment before, @Nullable Attachment now) {
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
