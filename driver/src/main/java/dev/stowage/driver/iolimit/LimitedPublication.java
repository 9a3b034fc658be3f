package dev.stowage.driver.iolimit;

import dev.stowage.driver.backend.DeviceNumber;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A publication of a volume that is a device, as this node remembers it.
///
/// @param pod missing when the orchestrator did not name it
/// @param device missing until the volume is published
record LimitedPublication(VolumeId volume, Path target, Optional<PodUid> pod, Optional<DeviceNumber> device) {

    LimitedPublication on(DeviceNumber found) {
        return new LimitedPublication(volume, target, pod, Optional.of(found));
    }

    /// Whether the limits of both are one line of one cgroup.
    boolean sharesLimits(LimitedPublication other) {
        return volume.equals(other.volume) && pod.equals(other.pod) && device.equals(other.device);
    }

    record JsonCodec() implements RecordCodec<LimitedPublication> {
        @Override
        public Map<String, Object> write(LimitedPublication value) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("volume", value.volume().value());
            object.put("target", value.target().toString());
            object.put("pod", value.pod().map(PodUid::value).orElse(""));
            object.put("device", value.device().map(DeviceNumber::toString).orElse(""));
            return object;
        }

        @Override
        public LimitedPublication read(JsonObject object) throws IOException {
            try {
                return new LimitedPublication(
                        new VolumeId(object.text("volume")),
                        Path.of(object.text("target")),
                        given(object.text("pod")).map(PodUid::new),
                        given(object.text("device")).map(DeviceNumber::parse));
            } catch (IllegalArgumentException e) {
                throw new IOException("not the note of a publication: " + e.getMessage(), e);
            }
        }

        private static Optional<String> given(String text) {
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }
    }
}
