package dev.stowage.node.volume.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.volume.have.Device;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What was noted is found again.
final class JournalTest {
    private static final VolumeKey KEY = new VolumeKey("d.example.com", "../h 1");

    @TempDir
    Path root;

    private Journal journal(String boot) {
        return new Journal(new KubeletPaths(root, root), boot, _ -> {});
    }

    @Test
    void whatIsThereIsFoundAgainUntilItIsGone() throws Exception {
        Have have = Have.nothing(KEY)
                .with(new Device(MountState.PRESENT, "pv-1", true, true))
                .with(new Publication(new Spot("p1", "pv-1", true), MountState.UNCERTAIN, false, true));
        journal("b1").write(have, "publish", true);
        assertThat(journal("b1").read()).containsExactly(new Journal.Entry(have, true));
        assertThat(journal("b2").read()).containsExactly(new Journal.Entry(have, false));
        journal("b1").write(Have.nothing(KEY), "unstaged", false);
        assertThat(journal("b1").read()).isEmpty();
    }

    @Test
    void aNoteThatCannotBeReadHidesNoOther() throws Exception {
        Have have = Have.nothing(KEY).with(new Device(MountState.PRESENT, "", false, true));
        journal("b1").write(have, "staged", false);
        Files.writeString(root.resolve("stowage/volumes/broken.json"), "{");
        assertThat(journal("b1").read()).containsExactly(new Journal.Entry(have, true));
    }
}
