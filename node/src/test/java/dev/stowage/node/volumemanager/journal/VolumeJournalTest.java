package dev.stowage.node.volumemanager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.actual.StagedVolume;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recorded entries are found again.
final class VolumeJournalTest {
    private static final VolumeKey KEY = new VolumeKey("d.example.com", "../h 1");

    @TempDir
    Path root;

    private VolumeJournal journal(String boot) {
        return new VolumeJournal(new KubeletPaths(root, root), boot, _ -> {});
    }

    @Test
    void whatIsThereIsFoundAgainUntilItIsGone() throws Exception {
        ActualVolume actual = ActualVolume.absent(KEY)
                .with(new StagedVolume(MountState.PRESENT, "pv-1", true, true))
                .with(new PublishedVolume(new PodVolumeKey("p1", "pv-1", true), MountState.UNCERTAIN, false, true));
        journal("b1").write(actual, "publish", true);
        assertThat(journal("b1").read()).containsExactly(new VolumeJournal.Entry(actual, true));
        assertThat(journal("b2").read()).containsExactly(new VolumeJournal.Entry(actual, false));
        journal("b1").write(ActualVolume.absent(KEY), "unstaged", false);
        assertThat(journal("b1").read()).isEmpty();
    }

    @Test
    void aNoteThatCannotBeReadHidesNoOther() throws Exception {
        ActualVolume actual = ActualVolume.absent(KEY).with(new StagedVolume(MountState.PRESENT, "", false, true));
        journal("b1").write(actual, "staged", false);
        Files.writeString(root.resolve("stowage/volumes/broken.json"), "{");
        assertThat(journal("b1").read()).containsExactly(new VolumeJournal.Entry(actual, true));
    }
}
