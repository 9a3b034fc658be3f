package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.flags.GoDuration;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.controller.FailureResult;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.workqueue.PeriodicTask;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.kube.workqueue.WorkQueue;
import dev.stowage.sidecar.RoleContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the standbys that storage classes want, for the volumes of this node.
final class StandbyCreator implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(StandbyCreator.class);
    private static final Duration RESYNC = Duration.ofMinutes(1);
    private static final int LONGEST_CLAIM = 200;

    private final RoleContext context;
    private final String node;
    private final Informer<VolumeStandby> standbys;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
    private final WorkQueue<String> queue;
    private @Nullable Future<?> resync;

    StandbyCreator(RoleContext context, MoverOptions options) {
        this.context = context;
        this.node = options.node();
        this.standbys = context.informers().of(VolumeStandby.KIND);
        this.volumes = context.informers().of(Kinds.VOLUMES);
        this.classes = context.informers().of(Kinds.STORAGE_CLASSES);
        this.queue = new WorkQueue<>(
                "standby-creation", 1, options.retries(), this::work, context.timer(), context.queues());
        volumes.addEventHandler((_, now) -> {
            if (now != null && wanted(now).isPresent()) {
                queue.add(now.meta().name());
            }
        });
    }

    void start() throws InterruptedException {
        volumes.awaitSynced();
        classes.awaitSynced();
        standbys.awaitSynced();
        queue.start();
        resync = PeriodicTask.schedule(context.timer(), "the creation of standbys", RESYNC, this::enqueueAll);
    }

    /// A standby may have been promoted or deleted, or there was no node for one.
    private void enqueueAll() {
        volumes.all().stream()
                .filter(volume -> wanted(volume).isPresent())
                .forEach(volume -> queue.add(volume.meta().name()));
    }

    private Optional<StandbyClass> wanted(PersistentVolume volume) {
        boolean isOurs = volume.isOf(context.driver().name())
                && volume.phase().equals("Bound")
                && volume.claim() != null
                && !volume.nodeTerms().isEmpty();
        return isOurs
                ? classes.find(volume.effectiveClass()).flatMap(found -> StandbyClass.of(found.parameters()))
                : Optional.empty();
    }

    private ReconcileResult work(String name) throws InterruptedException {
        try {
            Optional<PersistentVolume> volume = volumes.find(name);
            Optional<StandbyClass> wish = volume.flatMap(this::wanted);
            if (volume.isPresent() && wish.isPresent()) {
                ensure(volume.get(), wish.get());
            }
            return ReconcileResult.done();
        } catch (ApiFailure e) {
            return e.isAlreadyExists() ? ReconcileResult.done() : FailureResult.of(e);
        }
    }

    private void ensure(PersistentVolume volume, StandbyClass wish) throws ApiFailure, InterruptedException {
        ObjectReference claim = volume.claim();
        boolean isThere = claim == null
                || standbys.all().stream()
                        .filter(standby -> standby.status().phase() != StandbyPhase.PROMOTED)
                        .anyMatch(standby -> standby.spec().claimName().equals(claim.name())
                                && standby.meta().namespace().equals(claim.namespace()));
        Optional<Node> own = isThere ? Optional.empty() : context.api().find(Kinds.NODES, "", node);
        if (claim == null || own.filter(found -> volume.isOnlyOn(found.meta())).isEmpty()) {
            return;
        }
        Optional<String> target = new StandbyTargetDecision(
                        context.driver().name(),
                        wish.topologyKey(),
                        context.api().list(Kinds.NODES, "").items(),
                        context.api().list(Kinds.CSI_NODES, "").items(),
                        StandbyTargetDecision.count(standbys.all()))
                .choose(own.get());
        if (target.isEmpty()) {
            log.warn(
                    "No node can keep a standby of volume {} of claim {}/{}.",
                    volume.meta().name(),
                    claim.namespace(),
                    claim.name());
            return;
        }
        var _ = context.api().create(VolumeStandby.KIND, claim.namespace(), object(volume, claim, target.get(), wish));
    }

    /// The name is the same at each try for one life of the volume on this node, so there are never two.
    private static ObjectNode object(PersistentVolume volume, ObjectReference claim, String target, StandbyClass wish) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata");
        String name = claim.name().length() > LONGEST_CLAIM ? volume.meta().name() : claim.name();
        meta.put("name", name + "-standby-" + SwitchedVolume.generation(volume));
        ObjectNode owner = meta.putArray("ownerReferences").addObject();
        owner.put("apiVersion", "v1")
                .put("kind", ApiResources.PERSISTENT_VOLUME_CLAIMS.kind())
                .put("name", claim.name())
                .put("uid", claim.uid());
        object.putObject("spec")
                .put("claimName", claim.name())
                .put("targetNode", target)
                .put("interval", GoDuration.string(wish.interval()))
                .put("promoteWhenOutOfService", wish.promoteWhenOutOfService());
        return object;
    }

    @Override
    public void close() {
        if (resync != null) {
            resync.cancel(false);
        }
        queue.close();
    }
}
