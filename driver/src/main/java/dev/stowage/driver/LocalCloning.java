package dev.stowage.driver;

import dev.stowage.driver.backend.Ability;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.sdk.VolumeCloning;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.util.Optional;

/// Volumes made from volumes.
record LocalCloning(Stores stores, LocalVolumes volumes) implements VolumeCloning {

    @Override
    public Volume clone(NewVolume wanted, VolumeId source) throws CsiException, IOException {
        Stores.Found found = stores.require(source);
        VolumeMeta original = found.volume();
        VolumeWish wish = VolumeWish.filled(
                wanted, found.store(), original.fsType(), original.block(), original.size(), Ability.CLONE);
        return volumes.make(wish, Optional.of(new VolumeSource.OfVolume(source)));
    }
}
