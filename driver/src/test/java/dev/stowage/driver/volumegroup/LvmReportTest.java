package dev.stowage.driver.volumegroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Reports as the program prints them.
class LvmReportTest {

    private static final String REPORT = """
            {"report": [{"lv": [
              {"lv_name":"a", "lv_size":"104857600", "lv_tags":"stowage.fs=ext4,stowage.owner=x", "pool_lv":"tp",
               "data_percent":"", "metadata_percent":"", "lv_metadata_size":"", "lv_health_status":"", "zero":"1"},
              {"lv_name":"tp", "lv_size":"314572800", "lv_tags":"", "pool_lv":"", "data_percent":"12.50",
               "metadata_percent":"10.94", "lv_metadata_size":"4194304", "lv_health_status":"", "zero":"1"}
            ]}]}
            """;

    @Test
    void aRowBecomesALogicalVolume() throws IOException {
        LogicalVolume volume = LogicalVolume.of(LvmCommand.parse(REPORT, "lv").getFirst());

        assertThat(volume.name()).isEqualTo("a");
        assertThat(volume.size()).isEqualTo(100L << 20);
        assertThat(volume.pool()).contains("tp");
        assertThat(volume.tag("stowage.owner")).contains("x");
        assertThat(volume.tag("stowage.own")).isEmpty();
    }

    @Test
    void aThinPoolHasItsFillLevels() throws IOException {
        LogicalVolume pool = LogicalVolume.of(LvmCommand.parse(REPORT, "lv").get(1));

        assertThat(pool.pool()).isEmpty();
        assertThat(pool.usedPercent()).isEqualTo(12.5);
        assertThat(pool.metadataPercent()).isEqualTo(10.94);
        assertThat(pool.metadataSize()).isEqualTo(4L << 20);
    }

    /// As printed while the origin is active; one that is not has no state.
    @Test
    void aSnapshotThatCopiesOnWriteHasItsOriginAndItsState() throws IOException {
        String report = """
                {"report": [{"lv": [
                  {"lv_name":"c", "lv_size":"8388608", "lv_tags":"", "origin":"o", "pool_lv":"",
                   "data_percent":"100.00", "lv_snapshot_invalid":"1"},
                  {"lv_name":"d", "lv_size":"8388608", "lv_tags":"", "origin":"o", "pool_lv":"",
                   "data_percent":"0.00", "lv_snapshot_invalid":"0"},
                  {"lv_name":"o", "lv_size":"67108864", "lv_tags":"", "origin":"", "pool_lv":"",
                   "data_percent":"", "lv_snapshot_invalid":"-1"},
                  {"lv_name":"t", "lv_size":"67108864", "lv_tags":"", "origin":"u", "pool_lv":"tp",
                   "data_percent":"1.00", "lv_snapshot_invalid":"-1"}
                ]}]}
                """;
        List<LogicalVolume> volumes =
                LvmCommand.parse(report, "lv").stream().map(LogicalVolume::of).toList();

        assertThat(volumes).extracting(LogicalVolume::isCow).containsExactly(true, true, false, false);
        assertThat(volumes)
                .extracting(LogicalVolume::cowState)
                .containsExactly(CowState.INVALID, CowState.VALID, CowState.UNKNOWN, CowState.UNKNOWN);
    }

    /// Everything that reads from a volume would be removed with it.
    @Test
    void aVolumeHasDependentsUnlessTheyShareItsBlocksInAThinPool() throws IOException {
        String report = """
                {"report": [{"lv": [
                  {"lv_name":"thick", "origin":"", "pool_lv":""},
                  {"lv_name":"thick-cow", "origin":"thick", "pool_lv":""},
                  {"lv_name":"thick-thin", "origin":"thick", "pool_lv":"tp"},
                  {"lv_name":"thin", "origin":"", "pool_lv":"tp"},
                  {"lv_name":"thin-cow", "origin":"thin", "pool_lv":""},
                  {"lv_name":"thin-other", "origin":"thin", "pool_lv":"tp2"},
                  {"lv_name":"thin-snapshot", "origin":"thin", "pool_lv":"tp"}
                ]}]}
                """;
        GroupState group = new GroupState(
                0,
                0,
                0,
                LvmCommand.parse(report, "lv").stream().map(LogicalVolume::of).toList());

        assertThat(group.dependentsOf("thick"))
                .extracting(LogicalVolume::name)
                .containsExactly("thick-cow", "thick-thin");
        assertThat(group.dependentsOf("thin"))
                .extracting(LogicalVolume::name)
                .containsExactly("thin-cow", "thin-other");
        assertThat(group.dependentsOf("thin-snapshot")).isEmpty();
    }

    @Test
    void aReportWithoutTheSectionHasNoRows() throws IOException {
        assertThat(LvmCommand.parse(REPORT, "vg")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "--force", "a/b", "a b", "..", "a\nb"})
    void aNameThatCouldBeAnOptionOrAPathIsRefused(String name) {
        assertThatThrownBy(() -> new VolumeGroupName(name, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new VolumeGroupName("vg", Optional.of(name)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
