package dev.stowage.driver.shared;

import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The volumes that a copy keeps from being published; written beside the copy before the first of them is held.
record HeldVolumes(List<VolumeId> volumes) {

    HeldVolumes {
        volumes = List.copyOf(volumes);
    }

    record JsonCodec() implements RecordCodec<HeldVolumes> {
        @Override
        public Map<String, Object> write(HeldVolumes value) {
            return Map.of(
                    "volumes", value.volumes().stream().map(VolumeId::value).toList());
        }

        @Override
        public HeldVolumes read(JsonObject object) throws IOException {
            List<VolumeId> volumes = new ArrayList<>();
            for (Object volume : object.list("volumes")) {
                VolumeId.parse(String.valueOf(volume)).ifPresent(volumes::add);
            }
            return new HeldVolumes(volumes);
        }
    }
}
