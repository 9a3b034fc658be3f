package dev.stowage.driver;

import static dev.stowage.driver.NfsFixture.SHARE;
import static dev.stowage.driver.NfsFixture.nfs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.share.NfsSource;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.file.FileExtent;
import dev.stowage.linux.file.FileExtents;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.Volume;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Where the blocks of snapshots are, with a server that can clone files and over a protocol that cannot.
@Tag("lab")
final class NfsCopyTest {
    private static final int SIZE = 8 << 20;

    @RegisterExtension
    final NfsFixture fixture = new NfsFixture();

    /// So a snapshot takes time for each file, and not for each byte.
    @Test
    void withNfs42TheSnapshotOfAFileWritesNoneOfItsBlocks() throws Exception {
        Path copy = snapshotOfLargeFile(nfs());

        assertThat(extents(copy)).isNotEmpty().allMatch(FileExtent::shared);
    }

    @Test
    void withNfs41TheSnapshotHasTheSameContentInBlocksOfItsOwn() throws Exception {
        Path copy = snapshotOfLargeFile(new NfsSource("127.0.0.1", SHARE, List.of("nfsvers=4.1")));

        assertThat(extents(copy)).isNotEmpty().noneMatch(FileExtent::shared);
        assertThat(copy).hasSameBinaryContentAs(fixture.export().resolve("team/db/large"));
    }

    /// The server's path of the file in the snapshot.
    private Path snapshotOfLargeFile(NfsSource source) throws Exception {
        NfsNode node = fixture.node("a", source);
        Volume volume = node.create("data", Map.of("subDir", "team/db"));
        Path file = node.publish(volume, "pod").resolve("large");
        Files.write(file, new byte[] {1, 2, 3});
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.seek(SIZE);
            sparse.write(new byte[1 << 20]);
            sparse.getChannel().force(true);
        }
        node.unpublish(volume, "pod");

        Snapshot snapshot = node.snapshot(volume, "later", Map.of());

        assertThat(snapshot.ready()).isTrue();
        return fixture.export().resolve("snapshots/" + snapshot.id() + "/data/large");
    }

    private static List<FileExtent> extents(Path file) throws IOException {
        try (Descriptor open = Descriptor.open(file, OpenFlags.READ_ONLY)) {
            return FileExtents.of(open);
        }
    }
}
