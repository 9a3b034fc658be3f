package dev.stowage.linux.mountinfo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MountTableTest {

    private static MountPoint mount(int id, int parent, String target) {
        return new MountPoint(
                id, parent, 0, id, "/", Path.of(target), List.of("rw"), List.of(), "tmpfs", "t" + id, List.of("rw"));
    }

    @Test
    void stackedMountsComeLowestFirstWhateverTheOrderOfTheTable() {
        MountTable table =
                new MountTable(List.of(mount(9, 5, "/v"), mount(1, 1, "/"), mount(5, 1, "/v"), mount(3, 9, "/v")));

        assertThat(table.stackedAt(Path.of("/v"))).extracting(MountPoint::id).containsExactly(5, 9, 3);
    }

    @Test
    void mountHiddenBelowAnotherDoesNotCount() {
        MountTable table = new MountTable(List.of(mount(1, 0, "/"), mount(2, 1, "/a/b"), mount(3, 1, "/a")));

        assertThat(table.stackedAt(Path.of("/a/b"))).isEmpty();
        assertThat(table.covering(Path.of("/a/b/c"))).map(MountPoint::id).hasValue(3);
        assertThat(table.below(Path.of("/a"))).isEmpty();
    }

    @Test
    void parentPathAndSimilarNamesAreNotBelow() {
        MountTable table =
                new MountTable(List.of(mount(1, 0, "/"), mount(2, 1, "/a"), mount(3, 2, "/a/x"), mount(4, 1, "/ab")));

        assertThat(table.below(Path.of("/a"))).extracting(MountPoint::id).containsExactly(3);
    }

    @Test
    void tableWithoutRootMountIsWalkedAllTheSame() {
        MountTable table = new MountTable(List.of(mount(7, 99, "/data"), mount(8, 7, "/data/v")));

        assertThat(table.stackedAt(Path.of("/data/v")))
                .extracting(MountPoint::id)
                .containsExactly(8);
        assertThat(table.covering(Path.of("/other"))).isEmpty();
    }

    /// The kernel may use an id again while the table is read.
    @Test
    void mountsThatAreEachOthersParentsDoNotHangTheWalk() {
        MountTable table = new MountTable(List.of(mount(1, 0, "/"), mount(2, 1, "/"), mount(1, 2, "/")));

        assertThat(table.stackedAt(Path.of("/"))).hasSizeLessThanOrEqualTo(3);
        assertThat(table.covering(Path.of("/a/b"))).isPresent();
    }

    @Test
    void aTableIsParsedAgainOnlyWhenItChanged() throws Exception {
        String one = "1 0 0:1 / / rw - tmpfs root rw\n";
        String two = one + "2 1 0:2 / /v rw - tmpfs v rw\n";

        MountTable first = MountTable.of(one.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(MountTable.of(one.getBytes(StandardCharsets.ISO_8859_1))).isSameAs(first);
        assertThat(MountTable.of(two.getBytes(StandardCharsets.ISO_8859_1)).stackedAt(Path.of("/v")))
                .hasSize(1);
        assertThat(MountTable.of(one.getBytes(StandardCharsets.ISO_8859_1)).stackedAt(Path.of("/v")))
                .isEmpty();
    }

    @Test
    void thousandsOfMountsBelowOneParentAreFoundQuickly() {
        List<MountPoint> mounts = new ArrayList<>(List.of(mount(1, 0, "/")));
        for (int id = 2; id < 30_000; id++) {
            mounts.add(mount(id, 1, "/pods/" + id));
        }

        assertThat(new MountTable(mounts).below(Path.of("/pods"))).hasSize(29_998);
    }
}
