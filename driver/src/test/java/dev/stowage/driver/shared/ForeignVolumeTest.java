package dev.stowage.driver.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.share.NfsSource;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where handles and attributes say that a volume is, for a pool with the share `/export/home` of the server `nas`.
final class ForeignVolumeTest {
    private static final NfsSource SOURCE = new NfsSource("nas", "/export/home", List.of());
    private static final Map<String, String> PLACE = Map.of("server", "nas", "share", "/export/home", "subDir", "a/b");

    private static Optional<ForeignVolume> of(String handle, Map<String, String> context) throws CsiException {
        return ForeignVolume.of(SOURCE, VolumeId.parse(handle).orElseThrow(), context);
    }

    @ParameterizedTest
    @CsvSource({
        "nas#export/home#db, db, DELETE",
        "nas#export/home#team/db#pvc-1#, team/db, DELETE",
        "NAS#/export/home#db#pvc-1#retain, db, RETAIN",
        "nas#export/home#db##archive, db, ARCHIVE",
        "nas/export/home/db, db, DELETE"
    })
    void aHandleWithoutAttributesNamesTheDirectory(String handle, String directory, OnDelete onDelete)
            throws Exception {
        ForeignVolume found = of(handle, Map.of()).orElseThrow();

        assertThat(found.directory().path()).isEqualTo(directory);
        assertThat(found.onDelete()).isEqualTo(onDelete);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nas#other#db", "other#export/home#db", "nas/export/db", "nas#export/home#", "nas/db", "db"})
    void otherHandlesWithoutAttributesAreNotOnTheShare(String handle) throws Exception {
        assertThat(of(handle, Map.of())).isEmpty();
    }

    /// The last two are those of the examples of csi-driver-nfs.
    @ParameterizedTest
    @ValueSource(strings = {"any-name", "cluster/shop/db", "nas/export/home#a#", "nas/export/home##"})
    void withAttributesAHandleMayBeAnyNameAndTheDirectoryStays(String handle) throws Exception {
        ForeignVolume found = of(handle, PLACE).orElseThrow();

        assertThat(found.directory().path()).isEqualTo("a/b");
        assertThat(found.onDelete()).isEqualTo(OnDelete.RETAIN);
    }

    @Test
    void withoutSubDirTheVolumeIsTheWholeShareAndStaysWhateverTheHandleSays() throws Exception {
        Map<String, String> whole = Map.of("server", "nas", "share", "/export/home/");
        for (String handle : List.of("any-name", "nas#export#home##delete")) {
            ForeignVolume found = of(handle, whole).orElseThrow();

            assertThat(found.directory().isRoot()).isTrue();
            assertThat(found.onDelete()).isEqualTo(OnDelete.RETAIN);
        }
    }

    @Test
    void aHandleThatNamesTheSameDirectoryDecidesAboutItsEnd() throws Exception {
        assertThat(of("nas#export/home#a/b#x#archive", PLACE).orElseThrow().onDelete())
                .isEqualTo(OnDelete.ARCHIVE);
        assertThat(of("nas/export/home/a/b", PLACE).orElseThrow().onDelete()).isEqualTo(OnDelete.DELETE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nas#export/home#other", "nas#other#a/b", "nas/export/home/a"})
    void aHandleThatNamesAnotherDirectoryOfTheServerIsRefused(String handle) {
        assertThatThrownBy(() -> of(handle, PLACE))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("another directory than its handle");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/../../etc", "volumes/x", ".stowage-share-x", "subdirs", "a//b", "a/${unknown}"})
    void noAttributeLeavesTheShareOrReachesWhatTheDriverKeepsThere(String subDir) {
        assertThatThrownBy(() -> of("name", Map.of("server", "nas", "share", "/export/home", "subdir", subDir)))
                .isInstanceOf(CsiException.class)
                .hasMessageStartingWith("parameter subDir");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nas#export/home#..", "nas/export/home/..", "nas#export/home#snapshots"})
    void noHandleLeavesTheShareOrReachesWhatTheDriverKeepsThere(String handle) {
        assertThatThrownBy(() -> of(handle, Map.of())).isInstanceOf(CsiException.class);
    }

    @Test
    void ownVolumesInlineVolumesAndThoseOfOtherSharesAreNotTakenOver() throws Exception {
        assertThat(of("name", Map.of("server", "nas", "share", "/export/home", "pool", "home")))
                .isEmpty();
        assertThat(of("name", Map.of("server", "nas", "share", "/export/home", "csi.storage.k8s.io/ephemeral", "true")))
                .isEmpty();
        assertThat(of("name", Map.of("server", "nas", "share", "/export"))).isEmpty();
        assertThat(of("name", Map.of("server", "nas", "share", "/export/home/../x")))
                .isEmpty();
    }

    @Test
    void halfAPlaceIsRefused() {
        assertThatThrownBy(() -> of("nas#export/home#db", Map.of("server", "nas")))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("must both be given");
    }
}
