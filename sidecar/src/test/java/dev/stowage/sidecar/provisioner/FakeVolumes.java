package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.DeleteVolumeResponse;
import dev.stowage.csi.v1.Volume;
import dev.stowage.sidecar.testing.FakeDriver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The volumes of a driver, by name. A repeated request returns the same volume.
final class FakeVolumes {
    private final Map<String, Volume> byName = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    FakeVolumes(FakeDriver driver) {
        driver.on("CreateVolume", this::create);
        driver.on("DeleteVolume", this::delete);
    }

    CreateVolumeResponse create(CreateVolumeRequest request) {
        Volume volume = byName.computeIfAbsent(request.getName(), _ -> {
            var made = Volume.newBuilder()
                    .setVolumeId("vol-" + next.incrementAndGet())
                    .setCapacityBytes(request.getCapacityRange().getRequiredBytes());
            if (request.hasVolumeContentSource()) {
                made.setContentSource(request.getVolumeContentSource());
            }
            return made.build();
        });
        return CreateVolumeResponse.newBuilder().setVolume(volume).build();
    }

    DeleteVolumeResponse delete(DeleteVolumeRequest request) {
        byName.values().removeIf(volume -> volume.getVolumeId().equals(request.getVolumeId()));
        return DeleteVolumeResponse.getDefaultInstance();
    }

    Map<String, Volume> all() {
        return Map.copyOf(byName);
    }
}
