package dev.stowage.driver;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeCloning;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;

/// Volumes made from volumes.
record LocalCloning(StoragePools storagePools, LocalVolumes volumes) implements VolumeCloning {

    @Override
    public Volume clone(NewVolume wanted, VolumeId source) throws CsiException, IOException {
        StoragePools.Found found = storagePools.require(source);
        VolumeMeta original = found.volume();
        VolumeSpec spec = VolumeSpec.filled(
                wanted,
                found.storagePool(),
                original.fsType(),
                original.block(),
                original.size(),
                BackendCapability.CLONE);
        return volumes.create(spec, new VolumeSource.OfVolume(source));
    }
}
