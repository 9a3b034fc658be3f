package dev.stowage.linux.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.ScratchDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NoCopyOnWriteTest {
    private static final long MIB = 1 << 20;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @BeforeEach
    void assume() throws Exception {
        scratch.assumeLoopDevicesAllowed();
    }

    @Test
    void filesShareBlocksWhetherTheyHaveTheAttributeOrNot() throws Exception {
        Path btrfs = scratch.mounted("btrfs", "btrfs", 256 * MIB);
        for (boolean inPlace : new boolean[] {true, false}) {
            Path source = btrfs.resolve("source-" + inPlace);
            try (Descriptor file = Descriptor.openForWriting(Files.createFile(source))) {
                if (inPlace) {
                    assertThat(NoCopyOnWrite.set(file)).isTrue();
                }
            }
            Files.write(source, new byte[(int) MIB]);
            Path copy = btrfs.resolve("copy-" + inPlace);

            Reflink.cloneFile(source, copy);

            try (Descriptor cloned = Descriptor.openForReading(copy)) {
                assertThat(NoCopyOnWrite.isSet(cloned)).isEqualTo(inPlace);
            }
            assertThat(copy).hasSameBinaryContentAs(source);
        }
    }

    @Test
    void otherFileSystemsAreLeftAlone() throws Exception {
        Path ext4 = scratch.mounted("ext4", "ext4", 32 * MIB);
        try (Descriptor file = Descriptor.openForWriting(Files.createFile(ext4.resolve("file")))) {
            assertThat(NoCopyOnWrite.set(file)).isFalse();
            assertThat(NoCopyOnWrite.isSet(file)).isFalse();
        }
    }
}
