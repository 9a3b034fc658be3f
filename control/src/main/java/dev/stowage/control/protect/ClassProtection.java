package dev.stowage.control.protect;

import dev.stowage.control.Controller;
import dev.stowage.control.Shared;
import dev.stowage.control.act.Act;
import dev.stowage.control.act.Aftermath;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps attributes classes while volumes have them, or claims want them.
public final class ClassProtection implements Controller {
    static final String FINALIZER = "kubernetes.io/vac-protection";

    private final Shared shared;
    private final Informer<VolumeAttributesClass> classes;
    private final Informer<PersistentVolume> volumes;
    private final Informer<PersistentVolumeClaim> claims;
    private final Index<PersistentVolume> having;
    private final Index<PersistentVolumeClaim> wanting;
    private final WorkQueue<NamespacedName> queue;

    public ClassProtection(Shared shared) {
        this.shared = shared;
        this.classes = shared.informers().of(Kinds.ATTRIBUTES_CLASSES);
        this.volumes = shared.informers().of(Kinds.VOLUMES);
        this.claims = shared.informers().of(Kinds.CLAIMS);
        this.having = volumes.index(ClassProtection::classes);
        this.wanting = claims.index(ClassProtection::classes);
        this.queue = new WorkQueue<>(
                "vacprotection",
                1,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                shared.timer(),
                shared.queues());
        classes.addEventHandler((_, now) -> {
            if (now != null && Guard.concerns(now, FINALIZER)) {
                queue.add(now.key());
            }
        });
        volumes.addEventHandler((before, now) ->
                released(before == null ? Set.of() : classes(before), now == null ? Set.of() : classes(now)));
        claims.addEventHandler((before, now) ->
                released(before == null ? Set.of() : classes(before), now == null ? Set.of() : classes(now)));
    }

    static Set<String> classes(PersistentVolume volume) {
        return names(volume.attributesClass());
    }

    /// The one it asks for, the one it has, and the one it is on the way to.
    static Set<String> classes(PersistentVolumeClaim claim) {
        return names(
                claim.attributesClass(),
                claim.status().currentAttributesClass(),
                claim.status().modifyVolumeStatus() == null ? "" : claim.status().modifyVolumeStatus().target());
    }

    private static Set<String> names(@Nullable String... names) {
        return Stream.of(names)
                .filter(Objects::nonNull)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private void released(Collection<String> before, Collection<String> now) {
        before.stream().filter(name -> !now.contains(name)).forEach(name -> queue.add(NamespacedName.of(name)));
    }

    static List<Act> decide(VolumeAttributesClass attributes, boolean used) {
        return Guard.decide(Kinds.ATTRIBUTES_CLASSES, attributes, FINALIZER, used);
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        boolean used = having.has(key.name()) || wanting.has(key.name());
        try {
            shared.hands()
                    .carryOut(
                            classes.find(key).map(found -> decide(found, used)).orElse(List.of()));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return Aftermath.of(e);
        }
    }

    @Override
    public String name() {
        return "volumeattributesclass-protection-controller";
    }

    @Override
    public void start() throws InterruptedException {
        classes.awaitSynced();
        volumes.awaitSynced();
        claims.awaitSynced();
        queue.start();
    }

    @Override
    public void close() {
        queue.close();
    }
}
