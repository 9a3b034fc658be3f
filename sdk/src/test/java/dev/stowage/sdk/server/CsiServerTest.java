package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsiServerTest {
    @TempDir
    private Path folder;

    private void open(String data) throws IOException {
        List<String> args = List.of("--endpoint=unix://" + folder.resolve("csi.sock"), "--node-id=n", "--data=" + data);
        CsiServer.open("test.example", (_, _, _) -> {}, args, _ -> {}).close();
    }

    @Test
    void aDataDirectoryThatCannotBeCreatedIsReportedWithTheReason() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> open(file.toString()))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot use data directory " + file
                        + ": it is a file, not a directory (set another one with --data)");
        assertThatThrownBy(() -> open(file.resolve("below").toString()))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot use data directory " + file.resolve("below")
                        + ": Not a directory (set another one with --data)");
    }

    @Test
    void anEmptyDataDirectoryIsRefused() {
        assertThatThrownBy(() -> open(""))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --data: the value is empty");
    }
}
