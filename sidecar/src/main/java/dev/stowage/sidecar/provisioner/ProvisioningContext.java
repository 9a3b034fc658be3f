package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.ProvisionerExtensions;
import dev.stowage.sidecar.provisioner.journal.PendingProvisions;
import dev.stowage.sidecar.provisioner.request.ProvisionPreparation;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;
import dev.stowage.sidecar.provisioner.request.VolumeCalls;
import java.time.Duration;
import java.util.Set;

/// What the workers of one provisioner have in common.
///
/// @param intent whether what is under way is noted beyond the end of this process
/// @param names the names that we provision under: the driver's, and the one from before CSI
/// @param longestPause after failures
record ProvisioningContext(
        ProvisioningSettings settings,
        Set<String> names,
        boolean intent,
        Duration longestPause,
        Informer<PersistentVolumeClaim> claims,
        Informer<PersistentVolume> volumes,
        Informer<StorageClass> classes,
        PendingProvisions pending,
        InfeasibleClaims infeasible,
        SelectedNodeUpdater selectedNode,
        ProvisionPreparation provisionPreparation,
        VolumeCalls volumeCalls,
        VolumeStore store,
        ProvisionerMetrics metrics,
        EventRecorder events,
        ProvisionerExtensions extensions) {}
