package dev.stowage.sidecar.provision;

import dev.stowage.kube.event.EventRecorder;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
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
        Mirror<Claim> claims,
        Mirror<Volume> volumes,
        Mirror<StorageClass> classes,
        Traces traces,
        Patience patience,
        ClaimEdits edits,
        Preparation preparation,
        Calls calls,
        VolumeStore store,
        ProvisionMetrics metrics,
        EventRecorder events,
        Seams seams) {}
