package dev.stowage.sdk.record;

import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Which of the volumes on this node are copies of volumes elsewhere, or have copies there. Callers hold the
/// lock of the volume.
public final class VolumeCopies {

    private final RecordDirectory<VolumeCopy> records;

    VolumeCopies(Path folder) throws IOException {
        this.records = new RecordDirectory<>(folder, new VolumeCopyCodec());
    }

    /// @throws IOException when the record is unreadable; the volume is not used then
    public Optional<VolumeCopy> find(VolumeId volume) throws IOException {
        return records.find(volume.value());
    }

    /// On disk when this returns.
    public void put(VolumeId volume, VolumeCopy copy) throws IOException {
        records.put(volume.value(), copy);
    }

    public void remove(VolumeId volume) throws IOException {
        records.remove(volume.value());
    }

    /// All of them, by volume.
    public Map<String, VolumeCopy> all() {
        return Map.copyOf(records.all());
    }
}
