package dev.stowage.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecordedVolumesTest {

    @TempDir
    private Path folder;

    @Test
    void volumesThatExistAreReadWithoutOpeningTheRecords() throws Exception {
        Volume volume = Volume.of(new VolumeId("a")).context(Map.of("pool", "fast"));
        DriverRecords records = DriverRecords.in(folder);
        records.volumes().make("a", "pvc-a", "same", () -> volume, _ -> {});
        records.volumes().announce("b", "pvc-b", "same");

        assertThat(RecordedVolumes.in(folder)).containsExactly(volume);
    }

    @Test
    void anUnreadableRecordIsSkipped() throws Exception {
        Path volumes = Files.createDirectories(folder.resolve("volumes"));
        Files.writeString(volumes.resolve("a.json"), "{");
        Files.writeString(volumes.resolve(".b.json"), "");

        assertThat(RecordedVolumes.in(folder)).isEmpty();
        assertThat(volumes.resolve(".b.json")).as("a process may be writing it").exists();
    }

    @Test
    void noRecordsAreNoVolumes() throws Exception {
        assertThat(RecordedVolumes.in(folder.resolve("missing"))).isEmpty();
    }
}
