package dev.stowage.node.builtinvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPathVolumesTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(textBlock = """
            file,   Directory,         is not a directory
            file,   DirectoryOrCreate, is not a directory
            none,   Directory,         is not a directory
            dir,    File,              is not a file
            dir,    FileOrCreate,      is not a file
            none,   File,              is not a file
            file,   Socket,            is not a socket file
            file,   CharDevice,        is not a character device
            file,   BlockDevice,       is not a block device
            """)
    void whatIsOfAnotherTypeIsRefused(String name, String type, String message) throws Exception {
        Files.createDirectory(folder.resolve("dir"));
        Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> check(folder.resolve(name), type))
                .isInstanceOf(IOException.class)
                .hasMessage("hostPath type check failed: " + folder.resolve(name) + " " + message);
    }

    @Test
    void whatIsOfTheTypePasses() throws Exception {
        check(folder, "Directory");
        check(folder.resolve("nowhere"), "");
        check(Path.of("/dev/null"), "CharDevice");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
            check(folder.resolve("socket"), "Socket");
        }
    }

    @Test
    void whatIsMissingIsMadeWhenThePodSaysSo() throws Exception {
        check(folder.resolve("a/b"), "DirectoryOrCreate");
        check(folder.resolve("c"), "FileOrCreate");

        assertThat(folder.resolve("a/b")).isDirectory();
        assertThat(folder.resolve("c")).isRegularFile();
    }

    @Test
    void aPathThatGoesUpIsRefused() {
        assertThatThrownBy(() -> check(folder.resolve("../x"), "")).hasMessageContaining("must not contain '..'");
    }

    private static void check(Path path, String type) throws IOException {
        HostPathVolumes.check(Json.object().put("path", path.toString()).put("type", type));
    }
}
