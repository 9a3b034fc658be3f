package dev.stowage.sdk.record;

import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A [VolumeTarget] as a record, with the boot in which it was made.
record VolumeTargetCodec(String boot) implements RecordCodec<VolumeTarget> {

    /// Stands for every record of an earlier boot.
    static final VolumeTarget OF_ANOTHER_BOOT =
            new VolumeTarget(new VolumeId("0"), Path.of("/"), AccessMode.SINGLE_NODE_WRITER, "");

    @Override
    public Map<String, Object> write(VolumeTarget volumeTarget) {
        return Map.of(
                "boot", boot,
                "volume", volumeTarget.volume().value(),
                "path", volumeTarget.path().toString(),
                "mode", volumeTarget.mode().name(),
                "digest", volumeTarget.digest());
    }

    @Override
    public VolumeTarget read(JsonObject object) throws IOException {
        if (!object.text("boot").equals(boot)) {
            return OF_ANOTHER_BOOT;
        }
        return new VolumeTarget(
                new VolumeId(object.text("volume")),
                Path.of(object.text("path")),
                AccessMode.valueOf(object.text("mode")),
                object.text("digest"));
    }
}
