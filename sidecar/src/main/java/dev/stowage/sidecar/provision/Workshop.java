package dev.stowage.sidecar.provision;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sidecar.provision.seam.Seams;
import java.time.Duration;
import java.util.Set;

/// What the workers of one provisioner have in common.
///
/// @param intent whether what is under way is noted beyond the end of this process
/// @param names the names that we provision under: the driver's, and the one from before CSI
/// @param longestPause after failures
record Workshop(
        Terms terms,
        Set<String> names,
        boolean intent,
        Duration longestPause,
        Informer<PersistentVolumeClaim> claims,
        Informer<PersistentVolume> volumes,
        Informer<StorageClass> classes,
        Traces traces,
        Patience patience,
        ClaimEdits edits,
        Preparation preparation,
        Calls calls,
        VolumeStore store,
        ProvisionMetrics metrics,
        EventRecorder events,
        Seams seams) {}
