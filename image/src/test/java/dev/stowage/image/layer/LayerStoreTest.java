package dev.stowage.image.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LayerStoreTest {
    @TempDir
    Path folder;

    @Test
    void theSameContentHasTheSameDigestWhereverAndWheneverItWasMade() throws IOException {
        Layer first = pack("one", tree("a", "2026-02-02T00:00:00Z"));
        Layer second = pack("two", tree("b", "2026-03-03T00:00:00Z"));
        assertThat(second.file()).isNotEqualTo(first.file());
        assertThat(second.digest()).isEqualTo(first.digest());
        assertThat(second.diffId()).isEqualTo(first.diffId());
        assertThat(second.file()).hasSameBinaryContentAs(first.file());
    }

    @Test
    void otherContentModeOrTargetIsAnotherLayer() throws IOException {
        LayerTree plain = new LayerTree().text("a", "x").folder("b", 0755).link("c", "a");
        assertThat(new LayerTree()
                        .text("a", "y")
                        .folder("b", 0755)
                        .link("c", "a")
                        .identity())
                .isNotEqualTo(plain.identity());
        assertThat(new LayerTree()
                        .text("a", "x")
                        .folder("b", 01777)
                        .link("c", "a")
                        .identity())
                .isNotEqualTo(plain.identity());
        assertThat(new LayerTree()
                        .text("a", "x")
                        .folder("b", 0755)
                        .link("c", "b")
                        .identity())
                .isNotEqualTo(plain.identity());
    }

    @Test
    void digestsAreThoseOfThePackedAndOfTheUnpackedFile() throws IOException {
        Layer layer = pack("one", new LayerTree().text("etc/hello", "there"));
        assertThat(layer.digest()).isEqualTo(Sha256.of(layer.file()));
        assertThat(layer.size()).isEqualTo(Files.size(layer.file()));
        try (InputStream in = new GZIPInputStream(Files.newInputStream(layer.file()))) {
            byte[] plain = in.readAllBytes();
            assertThat(layer.diffId()).isEqualTo(Sha256.of(plain));
            assertThat(layer.unpacked()).isEqualTo(plain.length);
            assertThat(new String(plain, StandardCharsets.ISO_8859_1)).contains("etc/", "etc/hello", "there");
        }
    }

    @Test
    void aLayerThatIsKeptIsNotPackedAgain() throws IOException {
        Layer first = pack("one", new LayerTree().text("a", "x"));
        Files.writeString(first.file(), "marked");
        assertThat(pack("one", new LayerTree().text("a", "x")).file()).hasContent("marked");
    }

    @Test
    void whatNoBuildUsedForLongGoes() throws IOException {
        Layer layer = pack("one", new LayerTree().text("a", "x"));
        Path store = folder.resolve("one");
        BuildCache.evict(store, Instant.now());
        assertThat(layer.file()).exists();
        BuildCache.evict(store, Instant.now().plus(Duration.ofDays(15)));
        assertThat(store).isEmptyDirectory();
    }

    @Test
    void aPathThatLeavesTheLayerIsRefused() {
        assertThatThrownBy(() -> new LayerTree().text("/etc/passwd", ""))
                .hasMessageContaining("not a path within a layer");
    }

    private Layer pack(String store, LayerTree layerTree) throws IOException {
        return new LayerStore(folder.resolve(store)).pack("test", layerTree);
    }

    private LayerTree tree(String name, String time) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name).resolve("sub"));
        Path tool = Files.writeString(place.resolve("tool"), "run me");
        Files.setPosixFilePermissions(
                tool, PosixFilePermissions.fromString(name.equals("a") ? "rwxr-xr-x" : "rwxrwx--x"));
        Files.createSymbolicLink(place.resolve("link"), Path.of("tool"));
        Files.setLastModifiedTime(tool, FileTime.from(Instant.parse(time)));
        return new LayerTree().all("opt/x", folder.resolve(name));
    }
}
