package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ZonesTest {

    private static final Zones AB = new Zones(List.of("a", "b"));

    @TempDir
    private Path data;

    @Test
    void nodesAreDistributedOverTheZonesInTurn() {
        assertThat(List.of(AB.of(0), AB.of(1), AB.of(2)))
                .map(zone -> zone.orElseThrow())
                .containsExactly("a", "b", "a");
        assertThat(Zones.NONE.of(0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "../a", "a b", "", "-a"})
    void aNameThatIsNoDirectoryAndLabelIsRefused(String name) {
        assertThatThrownBy(() -> Zones.parse(List.of(name)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("flag --zones: \"" + name + "\" is not a name of a zone");
    }

    @Test
    void aZoneNamedTwiceIsRefused() {
        assertThatThrownBy(() -> Zones.parse(List.of("a", "a"))).hasMessageContaining("named twice");
    }

    @Test
    void theNextStartHasTheSameZones() throws Exception {
        assertThat(Zones.read(data)).isEqualTo(Zones.NONE);
        AB.write(data);
        assertThat(Zones.read(data)).isEqualTo(AB);
        assertThat(Zones.NONE.orRecorded(AB, 2)).isEqualTo(AB);
        assertThat(AB.orRecorded(Zones.NONE, 2)).isEqualTo(AB);
    }

    @Test
    void theZonesOfAClusterCannotBeChanged() {
        assertThatThrownBy(() -> new Zones(List.of("b", "a")).orRecorded(AB, 2))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("the cluster has the zones a, b");
    }

    @Test
    void everyZoneHasANode() {
        assertThatThrownBy(() -> Zones.NONE.orRecorded(AB, 1))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("needs at least 2 nodes");
    }

    @Test
    void aFileThatCannotBeReadIsNotTakenForAClusterWithoutZones() throws Exception {
        Files.writeString(data.resolve("zones.json"), "{\"zones\": [\"../x\"]}");
        assertThatThrownBy(() -> Zones.read(data)).hasMessageContaining("cannot read the zones of the cluster");
    }
}
