package dev.stowage.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferHeader;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VolumeCopiesTest {

    private static final VolumeId ID = new VolumeId("v");

    @TempDir
    private Path folder;

    @Test
    void everyStateOutlastsARestart() throws Exception {
        TransferHeader header = new TransferHeader(
                TransferFormat.BLOCKS,
                "snapshot/b@2",
                Optional.of("snapshot/a@1"),
                Bytes.mebi(8),
                ID,
                Map.of("fsType", "ext4"));
        List<VolumeCopy> states = List.of(
                new VolumeCopy.Active(1),
                new VolumeCopy.Fenced(2, "node-2"),
                new VolumeCopy.Receiving(3, Optional.of("snapshot/a@1"), header, Map.of("pool", "fast"), 4096, true),
                new VolumeCopy.Standby(4, "snapshot/b@2"),
                new VolumeCopy.Activating(5),
                new VolumeCopy.Deleting(6));
        for (VolumeCopy state : states) {
            new VolumeCopies(folder).put(ID, state);

            assertThat(new VolumeCopies(folder).find(ID)).contains(state);
        }
    }

    @Test
    void aRemovedRecordIsGoneAfterARestart() throws Exception {
        VolumeCopies copies = new VolumeCopies(folder);
        copies.put(ID, new VolumeCopy.Active(1));
        copies.remove(ID);

        assertThat(copies.find(ID)).isEmpty();
        assertThat(new VolumeCopies(folder).all()).isEmpty();
    }

    @Test
    void aVolumeWithAnUnreadableRecordIsNotTakenForActive() throws Exception {
        Files.writeString(folder.resolve("v.json"), "{\"format\": 1, \"generation\": 2, \"state\": \"unheard\"}");

        assertThatThrownBy(() -> new VolumeCopies(folder).find(ID))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unknown state \"unheard\"");
    }
}
