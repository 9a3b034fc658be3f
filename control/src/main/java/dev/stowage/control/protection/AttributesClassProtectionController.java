package dev.stowage.control.protection;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.controller.Controller;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeAttributesClass;
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

/// Protects VolumeAttributesClasses while volumes have them or claims request them.
public final class AttributesClassProtectionController implements Controller {
    static final String FINALIZER = StorageFinalizers.VAC_PROTECTION;

    private final ControllerContext context;
    private final Informer<VolumeAttributesClass> classes;
    private final Informer<PersistentVolume> volumes;
    private final Informer<PersistentVolumeClaim> claims;
    private final Index<PersistentVolume> having;
    private final Index<PersistentVolumeClaim> wanting;
    private final WorkQueue<NamespacedName> queue;

    public AttributesClassProtectionController(ControllerContext context) {
        this.context = context;
        this.classes = context.informers().of(Kinds.ATTRIBUTES_CLASSES);
        this.volumes = context.informers().of(Kinds.VOLUMES);
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.having = volumes.index(AttributesClassProtectionController::classes);
        this.wanting = claims.index(AttributesClassProtectionController::classes);
        this.queue = new WorkQueue<>(
                "vacprotection",
                1,
                new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMinutes(5)),
                this::work,
                context.timer(),
                context.queues());
        classes.addEventHandler((_, now) -> {
            if (now != null && ProtectionFinalizer.concerns(now, FINALIZER)) {
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

    /// The requested, the current and the target class.
    static Set<String> classes(PersistentVolumeClaim claim) {
        return names(
                claim.attributesClass(),
                claim.status().currentAttributesClass(),
                claim.status().modifyVolumeStatus() == null
                        ? ""
                        : claim.status().modifyVolumeStatus().target());
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

    static List<ClusterAction> decide(VolumeAttributesClass attributes, boolean used) {
        return ProtectionFinalizer.decide(Kinds.ATTRIBUTES_CLASSES, attributes, FINALIZER, used);
    }

    private ReconcileResult work(NamespacedName key) throws InterruptedException {
        boolean used = having.has(key.name()) || wanting.has(key.name());
        try {
            context.executor()
                    .execute(classes.find(key).map(found -> decide(found, used)).orElse(List.of()));
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return FailureResult.of(e);
        }
    }

    @Override
    public String name() {
        return ControllerName.CLASS_PROTECTION.text();
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
