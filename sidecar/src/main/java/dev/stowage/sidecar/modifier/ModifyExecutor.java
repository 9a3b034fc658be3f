package dev.stowage.sidecar.modifier;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeAttributesClass;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.sidecar.claim.ClaimOperations;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out a modification: update the claim's status, call the driver, write the volume, then the claim.
/// The volume comes first, so that no claim shows a class that its volume does not have.
final class ModifyExecutor {
    static final String EVENT_FAILED = VolumeEventReasons.VOLUME_MODIFY_FAILED;
    private static final Logger log = LoggerFactory.getLogger(ModifyExecutor.class);

    private final ModifyCalls call;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final EventRecorder events;
    private final ClaimOperations claimOperations;
    private final Duration slow;
    private final InstantSource clock;

    ModifyExecutor(
            ModifyCalls call,
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            EventRecorder events,
            ClaimOperations claimOperations,
            Duration slow,
            InstantSource clock) {
        this.call = call;
        this.claims = claims;
        this.volumes = volumes;
        this.events = events;
        this.claimOperations = claimOperations;
        this.slow = slow;
        this.clock = clock;
    }

    ReconcileResult begin(PersistentVolumeClaim seen, PersistentVolume volume, VolumeAttributesClass target)
            throws ApiFailure, InterruptedException {
        String name = target.meta().name();
        PersistentVolumeClaim claim = claims.patch(seen, ModifyPatches.inProgress(seen, name, clock.instant()));
        events.normal(
                claim.reference(),
                "VolumeModify",
                "external resizer is modifying volume " + claim.meta().name() + " with vac " + name);
        return resume(claim, volume, target);
    }

    ReconcileResult resume(PersistentVolumeClaim claim, PersistentVolume volume, VolumeAttributesClass target)
            throws ApiFailure, InterruptedException {
        NamespacedName key = claim.key();
        String name = target.meta().name();
        claimOperations.started(key);
        log.info(
                "Claim {}: modifying volume {} to class {}.", key, volume.meta().name(), name);
        try {
            call.modify(claim, volume, target);
        } catch (StatusRuntimeException e) {
            return failed(claim, name, e);
        } catch (ApiFailure | IllegalArgumentException e) {
            String why = RpcErrorText.of(e);
            events.warning(claim.reference(), EVENT_FAILED, why);
            return ReconcileResult.retry(why);
        }
        claimOperations.forget(key);
        volumes.patch(volume, ModifyPatches.ofVolume(name));
        claims.patch(claim, ModifyPatches.finished(claim, name));
        events.normal(
                claim.reference(),
                "VolumeModifySuccessful",
                "external resizer modified volume " + claim.meta().name() + " with vac " + name + " successfully");
        log.info("Claim {}: modified volume {} to class {}.", key, volume.meta().name(), name);
        return ReconcileResult.done();
    }

    private ReconcileResult failed(PersistentVolumeClaim claim, String target, StatusRuntimeException thrown)
            throws ApiFailure, InterruptedException {
        Instant now = clock.instant();
        NamespacedName key = claim.key();
        ModifyFailure modifyFailure = ModifyFailure.of(thrown.getStatus().getCode());
        String error = RpcErrorText.of(thrown);
        String why = switch (modifyFailure) {
            case UNCERTAIN -> error + ". Still modifying to VAC " + target;
            case OVERDUE -> {
                claimOperations.overdue(key);
                yield error + ". Still modifying to VAC " + target;
            }
            case FINAL, INFEASIBLE -> {
                claimOperations.settled(key);
                yield error;
            }
        };
        claims.patch(claim, ModifyPatches.failed(claim, target, thrown.getStatus(), modifyFailure, now));
        if (modifyFailure == ModifyFailure.INFEASIBLE) {
            claimOperations.delay(key, now.plus(slow), now);
        }
        events.warning(claim.reference(), EVENT_FAILED, why);
        return ReconcileResult.retry(why);
    }
}
