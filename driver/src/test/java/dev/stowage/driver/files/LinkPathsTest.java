package dev.stowage.driver.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Stat;
import org.junit.jupiter.api.Test;

final class LinkPathsTest {

    private static Stat file(long inode, int minor, int links) {
        return new Stat(0100644, 0, 0, inode, 0, 0, links, 8, minor, 0, 0, 0, 0);
    }

    @Test
    void theFirstPathOfEachFileIsKnown() throws Exception {
        try (LinkPaths paths = new LinkPaths(WalkLimits.FORMAT)) {
            for (int i = 0; i < 100_000; i++) {
                assertThat(paths.first(file(i * 4096L, 1, 2), "d", "d/\u00ff" + i))
                        .isEqualTo("d/\u00ff" + i);
            }
            for (int i = 0; i < 100_000; i++) {
                assertThat(paths.first(file(i * 4096L, 1, 2), "e", "e/again")).isEqualTo("d/\u00ff" + i);
            }
        }
    }

    @Test
    void aFileIsThatOfItsDevice() throws Exception {
        try (LinkPaths paths = new LinkPaths(WalkLimits.FORMAT)) {
            assertThat(paths.first(file(7, 1, 2), "", "a")).isEqualTo("a");
            assertThat(paths.first(file(7, 2, 2), "", "b")).isEqualTo("b");
            assertThat(paths.first(file(7, 1, 2), "", "c")).isEqualTo("a");
            assertThat(paths.first(file(7, 1, 1), "", "d")).as("with one name").isEqualTo("d");
        }
    }

    @Test
    void whatIsReplacedKeepsItsPath() throws Exception {
        try (LinkPaths paths = new LinkPaths(WalkLimits.FORMAT)) {
            String ignored = paths.first(file(7, 1, 2), "", "a");
            assertThat(paths.isReplaced(file(7, 1, 2))).isFalse();
            paths.replace(file(7, 1, 2));

            assertThat(paths.isReplaced(file(7, 1, 2))).isTrue();
            assertThat(paths.isReplaced(file(8, 1, 2))).isFalse();
            assertThat(paths.first(file(7, 1, 2), "", "b")).isEqualTo("a");
        }
    }
}
