package dev.stowage.sidecar.provisioner;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;

/// Reports what the provisioner does: as events, for the owners of claims and volumes, and as metrics.
final class ProvisioningReporter {

    private final ProvisionerMetrics metrics;
    private final EventRecorder events;

    ProvisioningReporter(ProvisionerMetrics metrics, EventRecorder events) {
        this.metrics = metrics;
        this.events = events;
    }

    void provisioning(PersistentVolumeClaim claim) {
        events.normal(
                claim.reference(),
                "Provisioning",
                "External provisioner is provisioning volume for claim \"" + claim.key() + "\"");
    }

    /// @param begun of the system's nanosecond clock
    void provisioned(PersistentVolumeClaim claim, long begun) {
        metrics.provisioned(claim, begun);
    }

    void saved(PersistentVolumeClaim claim, String volumeName) {
        events.normal(claim.reference(), "ProvisioningSucceeded", "Successfully provisioned volume " + volumeName);
    }

    void provisionFailed(PersistentVolumeClaim claim, String why) {
        metrics.provisionFailed(claim);
        events.warning(claim.reference(), VolumeEventReasons.PROVISIONING_FAILED, why);
    }

    /// Without an event: the volume binder reports a missing class already.
    void classMissing(PersistentVolumeClaim claim) {
        metrics.provisionFailed(claim);
    }

    void cleanupFailed(PersistentVolumeClaim claim, String why) {
        events.warning(
                claim.reference(),
                "ProvisioningCleanupFailed",
                "cannot delete the volume that may have been created for this claim: " + why + " (will retry)");
    }

    /// @param begun of the system's nanosecond clock
    void deleted(PersistentVolume volume, long begun) {
        metrics.deleted(volume, begun);
    }

    void deleteFailed(PersistentVolume volume, String why) {
        metrics.deleteFailed(volume);
        events.warning(volume.reference(), VolumeEventReasons.VOLUME_FAILED_DELETE, why);
    }

    /// The volume is deleted, its object is not: nothing that an owner could act on.
    void objectDeleteFailed(PersistentVolume volume) {
        metrics.deleteFailed(volume);
    }
}
