package dev.stowage.sidecar.resizer;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.ControllerExpandVolumeRequest;
import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.k8s.Quantity;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.driver.CsiVolumeCapability;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.secret.SecretReader;
import java.time.Duration;

/// Calls ControllerExpandVolume.
record DriverExpander(Driver driver, SecretReader secrets, Duration timeout) implements VolumeExpander {

    @Override
    public Expanded expand(PersistentVolumeClaim claim, PersistentVolume volume, Quantity target)
            throws ApiFailure, InterruptedException {
        PersistentVolume known = CsiTranslator.toCsi(volume);
        PersistentVolume.CsiSource source = known.csi();
        if (source == null || source.handle().isEmpty()) {
            throw new IllegalArgumentException(
                    "volume " + volume.meta().name() + " has no volume handle of this driver");
        }
        var request = ControllerExpandVolumeRequest.newBuilder()
                .setVolumeId(source.handle())
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(target.value()))
                .putAllSecrets(secrets.read(source.controllerExpandSecret()))
                .setVolumeCapability(
                        CsiVolumeCapability.of(known, source, driver.has(RPC.Type.SINGLE_NODE_MULTI_WRITER)))
                .build();
        var answer =
                driver.controller(timeout, CsiTranslator.isMigrated(volume)).controllerExpandVolume(request);
        // A driver that returns no size means the requested one; size 0 must not be written.
        Quantity size = answer.getCapacityBytes() > 0 ? Quantity.ofBytes(answer.getCapacityBytes()) : target;
        return new Expanded(size, answer.getNodeExpansionRequired());
    }
}
