package dev.stowage.sdk.record;

import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A [Placement] as a record, with the boot in which it was made.
record PlacementCodec(String boot) implements Codec<Placement> {

    /// Stands for every placement that an earlier boot of the machine had.
    static final Placement OF_ANOTHER_BOOT =
            new Placement(new VolumeId("0"), Path.of("/"), AccessMode.SINGLE_NODE_WRITER, "");

    @Override
    public Map<String, Object> write(Placement placement) {
        return Map.of(
                "boot", boot,
                "volume", placement.volume().value(),
                "path", placement.path().toString(),
                "mode", placement.mode().name(),
                "digest", placement.digest());
    }

    @Override
    public Placement read(JsonObject object) throws IOException {
        if (!object.text("boot").equals(boot)) {
            return OF_ANOTHER_BOOT;
        }
        return new Placement(
                new VolumeId(object.text("volume")),
                Path.of(object.text("path")),
                AccessMode.valueOf(object.text("mode")),
                object.text("digest"));
    }
}
