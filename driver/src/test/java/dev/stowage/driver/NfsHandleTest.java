package dev.stowage.driver;

import static dev.stowage.driver.NfsFixture.assertRefused;
import static dev.stowage.driver.NfsFixture.nfs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// PersistentVolumes of csi-driver-nfs whose driver is this one now.
@Tag("lab")
final class NfsHandleTest {
    private static final String HANDLE = "127.0.0.1#first#shop/db#pvc-1#";

    @RegisterExtension
    final NfsFixture fixture = new NfsFixture();

    private Path directory = Path.of("/nowhere");

    @BeforeEach
    void createDirectory() throws Exception {
        directory = Files.createDirectories(fixture.export().resolve("shop/db"));
        Files.writeString(directory.resolve("file"), "from before");
    }

    @Test
    void theDirectoryIsPublishedMeasuredAndHealthy() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = volume(HANDLE, "shop/db");

        Path mounted = node.publish(volume, "pod");

        assertThat(mounted.resolve("file")).hasContent("from before");
        assertThat(node.publishing().stats(volume.id(), mounted)).isNotNull();
        assertThat(node.health(volume)).isEmpty();
    }

    @Test
    void theHandleSaysWhatHappensToTheDirectory() throws Exception {
        NfsNode node = fixture.node("a", nfs());

        node.volumes().delete(volume(HANDLE + "retain", "shop/db").id(), Secrets.NONE);
        assertThat(directory.resolve("file")).exists();
        node.volumes().delete(volume(HANDLE + "archive", "shop/db").id(), Secrets.NONE);
        assertThat(fixture.export().resolve("shop/archived-db/file")).exists();

        Files.move(fixture.export().resolve("shop/archived-db"), directory);
        node.volumes().delete(volume(HANDLE, "shop/db").id(), Secrets.NONE);
        assertThat(directory).doesNotExist();
        node.volumes().delete(volume(HANDLE, "shop/db").id(), Secrets.NONE);
        assertThat(fixture.export().resolve("volumes")).isEmptyDirectory();
    }

    @Test
    void aShareOfNoPoolAndAnotherDirectoryAreRefused() throws Exception {
        NfsNode node = fixture.node("a", nfs());

        assertRefused(
                CsiCode.INVALID_ARGUMENT, () -> node.publish(volume("127.0.0.1#second#shop/db##", "shop/db"), "pod"));
        Volume elsewhere = Volume.of(VolumeId.parse("name").orElseThrow())
                .context(Map.of("server", "127.0.0.1", "share", "/second"));
        assertRefused(CsiCode.NOT_FOUND, () -> node.publish(elsewhere, "pod"));
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> node.publish(volume(HANDLE, "shop/other"), "pod"));
        assertRefused(
                CsiCode.INVALID_ARGUMENT, () -> node.publish(volume("127.0.0.1#first#../etc##", "../etc"), "pod"));
        assertRefused(CsiCode.NOT_FOUND, () -> node.publish(volume("127.0.0.1#first#missing##", "missing"), "pod"));
    }

    @Test
    void attributesSayWhereAVolumeWithAnyNameIsAndItsDirectoryStays() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume volume = Volume.of(VolumeId.parse("any-name").orElseThrow())
                .context(Map.of(
                        "server", "127.0.0.1",
                        "share", NfsFixture.SHARE,
                        "subDir", "shop/${pvc.metadata.name}",
                        "csi.storage.k8s.io/pvc/name", "db",
                        "mountPermissions", "0750",
                        "mountOptions", "nfsvers=4.0,hard"));

        Path mounted = node.publish(volume, "pod");

        assertThat(mounted.resolve("file")).hasContent("from before");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwxr-x---");
        assertThat(node.publishing().stats(volume.id(), mounted)).isNotNull();
        assertThat(node.health(volume)).isEmpty();
        assertRefused(
                CsiCode.INVALID_ARGUMENT,
                () -> node.publish(volume.context(Map.of("server", "127.0.0.1", "share", NfsFixture.SHARE)), "pod"));
        node.unpublish(volume, "pod");
        node.volumes().delete(volume.id(), Secrets.NONE);
        assertThat(directory.resolve("file")).exists();
        assertThat(fixture.export().resolve("volumes")).isEmptyDirectory();
    }

    @Test
    void theExampleOfCsiDriverNfsIsTheWholeShareWhichCannotBeCopied() throws Exception {
        NfsNode node = fixture.node("a", nfs());
        Volume whole = Volume.of(
                        VolumeId.parse("127.0.0.1" + NfsFixture.SHARE + "##").orElseThrow())
                .context(Map.of("server", "127.0.0.1", "share", NfsFixture.SHARE));
        Volume other = node.create("other", Map.of());

        assertThat(node.publish(whole, "pod").resolve("shop/db/file")).hasContent("from before");
        assertRefused(CsiCode.INVALID_ARGUMENT, () -> node.snapshot(whole, "all", Map.of()));
        assertRefused(CsiCode.FAILED_PRECONDITION, () -> node.snapshot(other, "while-it-is-written", Map.of()));
        node.unpublish(whole, "pod");
        assertThat(node.snapshot(other, "later", Map.of()).ready()).isTrue();
        node.volumes().delete(whole.id(), Secrets.NONE);
        assertThat(directory.resolve("file")).exists();
    }

    private static Volume volume(String handle, String subDir) {
        return Volume.of(VolumeId.parse(handle).orElseThrow())
                .context(Map.of("server", "127.0.0.1", "share", NfsFixture.SHARE, "subDir", subDir));
    }
}
