package dev.stowage.driver;

import static dev.stowage.driver.NfsFixture.assertRefused;
import static dev.stowage.driver.NfsFixture.nfs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Snapshot;
import dev.stowage.sdk.Volume;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Snapshots and clones on the kernel's own NFS server, which clones files.
@Tag("lab")
final class NfsSnapshotTest {
    private static final Map<String, String> NONE = Map.of();

    @RegisterExtension
    final NfsFixture fixture = new NfsFixture();

    @Test
    void aSnapshotOutlivesItsVolumeAndIsRestored() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", NONE);
        fill(node.publish(volume, "pod"));
        node.unpublish(volume, "pod");

        Snapshot snapshot = node.snapshot(volume, "before", NONE);
        assertThat(snapshot.ready()).isTrue();
        Files.writeString(node.publish(volume, "pod").resolve("file"), "changed");
        node.unpublish(volume, "pod");
        node.volumes().delete(volume.id(), Secrets.NONE);

        Volume restored = node.restore(snapshot, "restored", NONE);
        assertFilled(node.publish(restored, "pod"));
        node.unpublish(restored, "pod");
        node.volumes().delete(restored.id(), Secrets.NONE);
        node.snapshots().deleteSnapshot(snapshot.id(), Secrets.NONE);
        assertThat(fixture.export().resolve("volumes")).isEmptyDirectory();
        assertThat(fixture.export().resolve("snapshots")).isEmptyDirectory();
    }

    @Test
    void aCloneSharesItsBlocks() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", Map.of("subDir", "team/db"));
        Path target = node.publish(volume, "pod");
        try (OutputStream out = Files.newOutputStream(target.resolve("large"))) {
            for (int i = 0; i < 64; i++) {
                out.write(new byte[1 << 20]);
            }
        }
        node.unpublish(volume, "pod");
        long before = FileSystems.stats(fixture.export()).usedBytes();

        Volume copy = node.copy(volume, "copy", Map.of("subDir", "team/copy"));

        assertThat(FileSystems.stats(fixture.export()).usedBytes() - before).isLessThan(16 << 20);
        assertThat(fixture.export().resolve("team/copy/large")).hasSize(64 << 20);
        assertThat(copy.context()).containsEntry("subDir", "team/copy");
        node.volumes().delete(copy.id(), Secrets.NONE);
        assertThat(fixture.export().resolve("team/copy")).doesNotExist();
        assertThat(fixture.export().resolve("team/db/large")).hasSize(64 << 20);
    }

    @Test
    void aVolumeThatAnotherNodeWritesIsCopiedOnlyOnRequest() throws Exception {
        NfsNode controller = fixture.node("a", nfs());
        NfsNode worker = fixture.node("b", nfs());
        Volume volume = controller.create("data", NONE);
        Files.writeString(worker.publish(volume, "pod").resolve("file"), "written");

        assertRefused(CsiCode.FAILED_PRECONDITION, () -> controller.snapshot(volume, "refused", NONE));
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> controller.copy(volume, "refused", NONE));
        Snapshot mixed = controller.snapshot(volume, "mixed", Map.of("consistency", "none"));
        assertThat(mixed.ready()).isTrue();
        worker.unpublish(volume, "pod");

        assertThat(controller.snapshot(volume, "clean", NONE).ready()).isTrue();
        Files.writeString(worker.publish(volume, "pod").resolve("file"), "again");
    }

    @Test
    void aVolumeIsNotPublishedForWritingWhileItIsCopied() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", NONE);
        Path users = fixture.export().resolve("volumes/" + volume.id() + "/users");
        Files.createSymbolicLink(users, Path.of("held-by-another"));

        assertRefused(CsiCode.ABORTED, () -> node.publish(volume, "pod"));
        assertRefused(CsiCode.ABORTED, () -> node.snapshot(volume, "other", NONE));
        assertRefused(CsiCode.ABORTED, () -> node.volumes().delete(volume.id(), Secrets.NONE));
        Files.delete(users);

        assertThat(node.publish(volume, "pod")).isEmptyDirectory();
    }

    @Test
    void theMarkOfAPublicationThatEndedWithItsNodeIsRemovedByIt() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", NONE);
        Path target = node.publish(volume, "pod");
        fixture.scratch().mounts().unmount(target); // as a reboot does

        assertThat(node.snapshot(volume, "after", NONE).ready()).isTrue();
    }

    @Test
    void aCopyThatFailsReportsItAndLeavesTheVolumeUsable() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = node.create("data", NONE);
        Path at = node.publish(volume, "pod");
        for (int i = 0; i < 210; i++) {
            at = Files.createDirectory(at.resolve("d"));
        }
        node.unpublish(volume, "pod");

        Snapshot snapshot = node.snapshot(volume, "deep", NONE);

        assertThat(snapshot.ready()).isFalse();
        assertRefused(CsiCode.INTERNAL, () -> node.snapshots().refresh(snapshot));
        assertThat(node.publish(volume, "pod")).isNotEmptyDirectory();
        node.snapshots().deleteSnapshot(snapshot.id(), Secrets.NONE);
        assertThat(fixture.export().resolve("snapshots")).isEmptyDirectory();
    }

    private static void fill(Path top) throws IOException {
        Files.writeString(top.resolve("file"), "content");
        Files.createLink(top.resolve("hard"), top.resolve("file"));
        Files.createDirectories(top.resolve("a/b"));
        Files.createSymbolicLink(top.resolve("a/b/link"), Path.of("/etc/passwd"));
        FilePermissions.chmod(top.resolve("a"), 0710);
        FilePermissions.chown(top.resolve("file"), 1000, 1001);
        Files.setLastModifiedTime(top.resolve("file"), FileTime.from(Instant.EPOCH.plusSeconds(86_400)));
    }

    private static void assertFilled(Path top) throws IOException {
        assertThat(top.resolve("file")).hasContent("content");
        assertThat(Files.getAttribute(top.resolve("file"), "unix:uid")).isEqualTo(1000);
        assertThat(Files.getAttribute(top.resolve("file"), "unix:ino"))
                .isEqualTo(Files.getAttribute(top.resolve("hard"), "unix:ino"));
        assertThat(Files.getLastModifiedTime(top.resolve("file")).toInstant())
                .isEqualTo(Instant.EPOCH.plusSeconds(86_400));
        assertThat((int) Files.getAttribute(top.resolve("a"), "unix:mode") & 07777)
                .isEqualTo(0710);
        assertThat(Files.readSymbolicLink(top.resolve("a/b/link"))).isEqualTo(Path.of("/etc/passwd"));
        assertThat(Files.exists(top.resolve("a/b/link"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }
}
