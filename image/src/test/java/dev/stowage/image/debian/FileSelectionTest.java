package dev.stowage.image.debian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packages made from programs of this machine.
final class FileSelectionTest {
    private static final Path LOADER = Path.of("/lib64/ld-linux-x86-64.so.2");

    @TempDir
    Path folder;

    @Test
    void aProgramBringsItsLibrariesAndTheirLoader() throws Exception {
        FileSelection chosen = new FileSelection(files()).programs(List.of("tool"));
        assertThat(chosen.layerTree().has("usr/bin/tool")).isTrue();
        assertThat(chosen.layerTree().has("usr/lib/x86_64-linux-gnu/libc.so.6")).isTrue();
        assertThat(chosen.layerTree().has("usr/lib64/ld-linux-x86-64.so.2")).isTrue();
        assertThat(chosen.layerTree().has("usr/share/doc/libc6/copyright")).isFalse();
        assertThat(chosen.packages()).extracting(DebianPackage::name).containsExactly("libc6", "tools");
        assertThat(chosen.layerTree().has("var/lib/dpkg/status.d/libc6")).isTrue();
    }

    @Test
    void aLinkBringsWhatItLeadsTo() throws Exception {
        FileSelection chosen = new FileSelection(files()).programs(List.of("other-name"));
        assertThat(chosen.layerTree().has("usr/sbin/other-name")).isTrue();
        assertThat(chosen.layerTree().has("usr/bin/tool")).isTrue();
    }

    @Test
    void whatTheLayerBelowHasIsNotTakenAgain() throws Exception {
        PackageFiles files = files();
        FileSelection base = new FileSelection(files).file("usr/lib/x86_64-linux-gnu/libc.so.6");
        FileSelection top = base.onTop(files).programs(List.of("tool"));
        assertThat(top.layerTree().has("usr/bin/tool")).isTrue();
        assertThat(top.layerTree().has("usr/lib/x86_64-linux-gnu/libc.so.6")).isFalse();
    }

    @Test
    void aLibraryThatNobodyBringsIsNamed() throws Exception {
        Path alone = folder.resolve("alone");
        put(alone, "bin/tool", Path.of("/bin/true"));
        PackageFiles files = PackageFiles.of(List.of(new UnpackedPackage(described("tools"), alone)));
        assertThatThrownBy(() -> new FileSelection(files).programs(List.of("tool")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/usr/bin/tool needs libc.so.6");
    }

    @Test
    void plugInsAreFoundByTheirPath() throws Exception {
        FileSelection chosen = new FileSelection(files()).matching(Pattern.compile("usr/lib/[^/]+/plug/.*\\.so"));
        assertThat(chosen.layerTree().has("usr/lib/x86_64-linux-gnu/plug/in.so"))
                .isTrue();
        assertThat(chosen.layerTree().has("usr/lib/x86_64-linux-gnu/libc.so.6")).isTrue();
        assertThat(chosen.layerTree().has("usr/bin/tool")).isFalse();
    }

    @Test
    void plugInsThatNobodyBringsAreNamed() {
        assertThatThrownBy(() -> new FileSelection(files()).matching(Pattern.compile("usr/lib/none/.*")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/usr/lib/none/.*");
    }

    private PackageFiles files() throws IOException {
        assumeTrue(Files.exists(LOADER), "the paths here are those of amd64");
        Path tools = folder.resolve("tools");
        put(tools, "bin/tool", Path.of("/bin/true"));
        put(tools, "usr/lib/x86_64-linux-gnu/plug/in.so", Path.of("/bin/true"));
        Files.createDirectories(tools.resolve("usr/sbin"));
        Files.createSymbolicLink(tools.resolve("usr/sbin/other-name"), Path.of("/bin/tool"));
        Path library = folder.resolve("libc6");
        put(library, "lib/x86_64-linux-gnu/libc.so.6", Path.of("/lib/x86_64-linux-gnu/libc.so.6"));
        put(library, "lib64/ld-linux-x86-64.so.2", LOADER);
        put(library, "lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", LOADER);
        put(library, "usr/share/doc/libc6/copyright", Path.of("/etc/hostname"));
        return PackageFiles.of(List.of(
                new UnpackedPackage(described("tools"), tools), new UnpackedPackage(described("libc6"), library)));
    }

    private static void put(Path root, String path, Path content) throws IOException {
        Path to = root.resolve(path);
        Files.createDirectories(to.getParent());
        if (!Files.exists(to)) {
            Files.copy(content.toRealPath(), to);
        }
    }

    private static DebianPackage described(String name) {
        return new DebianPackage(Map.of("Package", name, "Version", "1", "Architecture", "amd64"));
    }
}
