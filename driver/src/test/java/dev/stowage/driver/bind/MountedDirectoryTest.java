package dev.stowage.driver.bind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.mountinfo.MountInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MountedDirectoryTest {

    /// Lines as the kernel writes them: the first mount of a share, a bind mount of a directory in it, and others.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            50 20 0:40 / /a rw - nfs4 nas:/first rw                       | nas           | /first
            51 20 0:40 / /b rw - nfs4 nas:/first/volumes/x/data rw        | nas           | /first/volumes/x/data
            52 20 0:40 / /c rw - nfs4 [fd00::1]:/first rw                 | [fd00::1]     | /first
            53 20 0:40 / /d rw - nfs4 nas:/ rw                            | nas           | /
            54 20 0:41 /volumes/x /e rw - fuse.bindfs /srv rw             | /srv          | /volumes/x
            55 20 8:1 /data /f rw - ext4 /dev/sda1 rw                     | /dev/sda1     | /data
            """)
    void theDirectoryIsInTheSourceForNfsAndInTheRootOtherwise(String line, String source, Path root) throws Exception {
        byte[] text = (line.strip() + "\n").getBytes(StandardCharsets.UTF_8);

        assertThat(MountedDirectory.of(MountInfo.parse(text).getFirst())).isEqualTo(new MountedDirectory(source, root));
    }
}
