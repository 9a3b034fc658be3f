package dev.stowage.interop.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BusyboxImageTest {

    private static final byte[] PROGRAM = new byte[1000];

    @TempDir
    Path folder;

    private byte[] archive(String... names) throws Exception {
        Path program = Files.write(folder.resolve("busybox"), PROGRAM);
        return BusyboxImage.plain(program).archive(List.of(names));
    }

    @Test
    void archiveNamesOneLayerAndOneConfigurationThatItHolds() throws Exception {
        Map<String, byte[]> entries = entries(archive("a/b:1", "c/d:2"));
        String manifest = text(entries, "manifest.json");
        assertThat(manifest).contains("\"RepoTags\":[\"a/b:1\",\"c/d:2\"]");
        String layer = entries.keySet().stream()
                .filter(name -> name.endsWith("/layer.tar"))
                .findFirst()
                .orElseThrow();
        String config = entries.keySet().stream()
                .filter(name -> name.matches("[0-9a-f]{64}\\.json"))
                .findFirst()
                .orElseThrow();
        assertThat(manifest).contains("\"Layers\":[\"" + layer + "\"]").contains("\"Config\":\"" + config + "\"");
        byte[] layerBytes = Objects.requireNonNull(entries.get(layer));
        assertThat(text(entries, config)).contains("\"diff_ids\":[\"sha256:" + sha256(layerBytes) + "\"]");
        assertThat(config).isEqualTo(sha256(Objects.requireNonNull(entries.get(config))) + ".json");
    }

    @Test
    void layerHoldsTheProgramAndItsNames() throws Exception {
        Map<String, byte[]> archive = entries(archive("a/b:1"));
        byte[] layer = archive.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("/layer.tar"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
        Map<String, byte[]> files = entries(layer);
        assertThat(files).containsKeys("bin/", "tmp/", "bin/sh", "bin/sleep", "etc/passwd");
        assertThat(files.get("bin/busybox")).isEqualTo(PROGRAM);
    }

    @Test
    void aProgramTakesThePlaceOfTheAppletOfItsName() throws Exception {
        Path busybox = Files.write(folder.resolve("busybox"), PROGRAM);
        Path other = Files.writeString(folder.resolve("other"), "other");
        BusyboxImage image =
                new BusyboxImage(busybox, List.of("sh", "nsenter"), Map.of("bin/nsenter", other), List.of("/bin/sh"));
        Map<String, byte[]> archive = entries(image.archive(List.of("a/b:1")));
        byte[] layer = archive.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("/layer.tar"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
        assertThat(text(entries(layer), "bin/nsenter")).isEqualTo("other");
    }

    @Test
    void sameProgramGivesTheSameBytes() throws Exception {
        assertThat(archive("a/b:1")).isEqualTo(archive("a/b:1"));
    }

    /// Reads an archive the way tar does, header by header, checksums included.
    private static Map<String, byte[]> entries(byte[] tar) {
        assertThat(tar.length % 512).isZero();
        Map<String, byte[]> entries = new LinkedHashMap<>();
        int at = 0;
        while (tar[at] != 0) {
            String header = new String(tar, at, 512, StandardCharsets.ISO_8859_1);
            int size = Integer.parseInt(header.substring(124, 135), 8);
            int sum = 8 * ' ';
            for (int i = 0; i < 512; i++) {
                sum += i >= 148 && i < 156 ? 0 : tar[at + i] & 0xff;
            }
            assertThat(Integer.parseInt(header.substring(148, 154), 8)).isEqualTo(sum);
            assertThat(header.substring(257, 265)).isEqualTo("ustar\00000");
            entries.put(header.substring(0, header.indexOf('\0')), Arrays.copyOfRange(tar, at + 512, at + 512 + size));
            at += 512 + (size + 511) / 512 * 512;
        }
        assertThat(tar.length - at).isEqualTo(1024);
        return entries;
    }

    private static String text(Map<String, byte[]> entries, String name) {
        return new String(Objects.requireNonNull(entries.get(name), name), StandardCharsets.US_ASCII);
    }

    private static String sha256(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
