package dev.stowage.linux.mountinfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountInfoTest {

    @Test
    void everyFieldIsRead() throws Exception {
        MountPoint mount =
                one("36 35 98:7 /pool/a /mnt/v ro,noatime shared:1 master:9 - ext4 /dev/sdb1 rw,errors=continue");

        assertThat(mount)
                .isEqualTo(new MountPoint(
                        36,
                        35,
                        98,
                        7,
                        "/pool/a",
                        Path.of("/mnt/v"),
                        List.of("ro", "noatime"),
                        List.of("shared:1", "master:9"),
                        "ext4",
                        "/dev/sdb1",
                        List.of("rw", "errors=continue")));
        assertThat(mount.readOnly()).isTrue();
        assertThat(mount.device()).isEqualTo("98:7");
        assertThat(mount.mountPropagation()).isEqualTo(MountPropagation.SHARED);
    }

    @Test
    void escapesBecomeTheirCharacters() throws Exception {
        MountPoint mount = one("1 0 8:1 /a\\040b /m\\011t\\012n\\134b - tmpfs a\\043b rw".replace(" - ", " rw - "));

        assertThat(mount.root()).isEqualTo("/a b");
        assertThat(mount.target().toString()).isEqualTo("/m\tt\nn\\b");
        assertThat(mount.source()).isEqualTo("a#b");
    }

    @Test
    void backslashWithoutThreeOctalDigitsStays() throws Exception {
        assertThat(one("1 0 8:1 / /a\\9 rw - tmpfs \\04 rw").target().toString())
                .isEqualTo("/a\\9");
    }

    @Test
    void emptySourceIsAnEmptyField() throws Exception {
        MountPoint mount = one("1 0 0:40 / /m rw - tmpfs  rw,size=1k");

        assertThat(mount.source()).isEmpty();
        assertThat(mount.superOptions()).containsExactly("rw", "size=1k");
    }

    @Test
    void mountOfReadOnlyFileSystemIsReadOnly() throws Exception {
        assertThat(one("1 0 8:1 / /m rw - iso9660 /dev/sr0 ro").readOnly()).isTrue();
        assertThat(one("1 0 8:1 / /m rw - ext4 /dev/sda rw").readOnly()).isFalse();
    }

    @Test
    void propagationWithoutMarksIsPrivate() throws Exception {
        assertThat(one("1 0 8:1 / /m rw - ext4 d rw").mountPropagation()).isEqualTo(MountPropagation.PRIVATE);
        assertThat(one("1 0 8:1 / /m rw master:3 - ext4 d rw").mountPropagation())
                .isEqualTo(MountPropagation.SLAVE);
        assertThat(one("1 0 8:1 / /m rw unbindable - ext4 d rw").mountPropagation())
                .isEqualTo(MountPropagation.UNBINDABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "1 0 8:1 / /m rw ext4 /dev/sda rw",
                "1 0 8:1 / /m - ext4 /dev/sda rw",
                "1 0 8:1 / /m rw - ext4 /dev/sda",
                "x 0 8:1 / /m rw - ext4 /dev/sda rw",
                "1 0 81 / /m rw - ext4 /dev/sda rw",
                "1 0 8: / /m rw - ext4 /dev/sda rw",
                "-1 0 8:1 / /m rw - ext4 /dev/sda rw",
                "1 99999999999 8:1 / /m rw - ext4 /dev/sda rw"
            })
    void malformedLineIsNamedInTheError(String line) {
        String table = "1 0 8:1 / / rw - ext4 /dev/sda rw\n" + line + "\n";

        assertThatThrownBy(() -> MountInfo.parse(table.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(MalformedMountInfoException.class)
                .hasMessageContaining("Line 2")
                .hasMessageContaining(line);
    }

    @Test
    void ownTableOfTheKernelIsRead() throws Exception {
        assertThat(MountInfo.parse(Files.readAllBytes(Path.of("/proc/self/mountinfo"))))
                .isNotEmpty()
                .anySatisfy(mount -> assertThat(mount.fsType()).isEqualTo("proc"));
    }

    @Test
    void anyTableWrittenAsTheKernelDoesIsReadBack() throws Exception {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<MountPoint> mounts = new ArrayList<>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                mounts.add(randomMount(random));
            }
            byte[] written = MountInfoWriter.write(mounts).getBytes(StandardCharsets.UTF_8);

            assertThat(MountInfo.parse(written)).as("seed %d", seed).isEqualTo(mounts);
        }
    }

    private static MountPoint randomMount(Random random) {
        return new MountPoint(
                random.nextInt(100_000),
                random.nextInt(100_000),
                random.nextInt(4096),
                random.nextInt(1 << 20),
                "/" + MountInfoWriter.randomName(random),
                Path.of("/" + MountInfoWriter.randomName(random)),
                List.of(random.nextBoolean() ? "ro" : "rw", "relatime"),
                random.nextBoolean() ? List.of() : List.of("shared:" + random.nextInt(99), "master:1"),
                "fuse." + random.nextInt(10),
                MountInfoWriter.randomName(random),
                List.of("rw", "size=" + random.nextInt(1000)));
    }

    private static MountPoint one(String line) throws MalformedMountInfoException {
        List<MountPoint> mounts = MountInfo.parse(line.getBytes(StandardCharsets.UTF_8));
        assertThat(mounts).hasSize(1);
        return mounts.getFirst();
    }
}
