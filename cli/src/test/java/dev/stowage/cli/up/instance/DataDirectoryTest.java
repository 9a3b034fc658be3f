package dev.stowage.cli.up.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DataDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void aFileIsNotADirectory() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> DataDirectory.ensure(file))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot use data directory " + file
                        + ": it is a file, not a directory (set another one with --data)");
        assertThatThrownBy(() -> DataDirectory.ensure(file.resolve("below")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot use data directory " + file.resolve("below") + ": ")
                .hasMessageContaining("(set another one with --data)");
    }

    @Test
    void aDiskThatIsReadOnlyOrFullIsReportedAsSuch() throws Exception {
        assumeTrue(HostCapabilities.isTrueRoot(), "only root can mount a small disk");
        Mounts mounts = Mounts.system();
        mount(mounts, "size=8m");
        try {
            assertThatThrownBy(() -> DataDirectory.ensure(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not enough space in " + folder + ": 8 MiB are free, 64 MiB are needed");
        } finally {
            mounts.unmount(folder);
        }
        mount(mounts, "ro");
        try {
            assertThatThrownBy(() -> DataDirectory.ensure(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot use data directory " + folder
                            + ": its file system is read-only (set another one with --data)");
            assertThatThrownBy(() -> DataDirectory.ensure(folder.resolve("new")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Read-only file system");
        } finally {
            mounts.unmount(folder);
        }
        assertThat(DataDirectory.ensure(folder)).isEqualTo(folder.toRealPath());
    }

    private void mount(Mounts mounts, String options) throws IOException {
        MountOptions parsed = MountOptions.parse(List.of(options));
        mounts.mount("tmpfs", folder, "tmpfs", parsed.flags(), parsed.data());
    }
}
