package dev.stowage.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ValuesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "../../etc", "/etc", "a\\b", "a b", "-rf", ".hidden", "a\u0000b", "a\nb", "é"})
    void whatCouldBeAPathIsNoId(String text) {
        assertThat(VolumeId.parse(text)).isEmpty();
        assertThat(SnapshotId.parse(text)).isEmpty();
        assertThat(GroupSnapshotId.parse(text)).isEmpty();
        assertThatThrownBy(() -> new VolumeId(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a/../b"})
    void aHandleWithSlashesBecomesAnIdWithout(String handle) {
        assertThat(VolumeId.parse(handle).orElseThrow().value()).matches("[a-zA-Z0-9.=]+");
        assertThat(SnapshotId.parse(handle)).isEmpty();
        assertThat(GroupSnapshotId.parse(handle)).isEmpty();
        assertThatThrownBy(() -> new VolumeId(handle)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anIdIsAtMost128BytesLong() {
        assertThat(VolumeId.parse("a".repeat(128))).isPresent();
        assertThat(VolumeId.parse("a".repeat(129))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pvc-1", "../../etc/passwd", "", "ü", "a very long name with spaces and / slashes"})
    void theIdOfAnyNameIsHexAndAlwaysTheSame(String name) {
        assertThat(VolumeId.of(name).value())
                .matches("[0-9a-f]{32}")
                .isEqualTo(VolumeId.of(name).value());
        assertThat(VolumeId.of(name)).isNotEqualTo(VolumeId.of(name + "x"));
    }

    @Test
    void aDigestSeesTheContentAndNotTheOrderOfMaps() {
        Map<String, String> forward = new LinkedHashMap<>();
        forward.put("a", "1");
        forward.put("b", "2");
        Map<String, String> backward = new LinkedHashMap<>();
        backward.put("b", "2");
        backward.put("a", "1");
        assertThat(RequestDigest.of(forward)).isEqualTo(RequestDigest.of(backward));
        assertThat(RequestDigest.of("ab", "c")).isNotEqualTo(RequestDigest.of("a", "bc"));
        assertThat(RequestDigest.of(List.of("a"), "b")).isNotEqualTo(RequestDigest.of(List.of("a", "b")));
        assertThat(RequestDigest.of(Map.of())).isNotEqualTo(RequestDigest.of(List.of()));
    }

    @Test
    void secretsPrintAsNothing() {
        assertThat(new Secrets(Map.of("password", "hunter2")).toString()).doesNotContain("hunter2", "password");
        assertThat(new Secrets(Map.of("password", "hunter2")).find("password")).contains("hunter2");
    }

    @ParameterizedTest
    @CsvSource({"0,0B", "1023,1023B", "1024,1KiB", "1610612736,1.5GiB", "9223372036854775807,7.9EiB"})
    void sizesReadWell(long count, String shown) {
        assertThat(Bytes.of(count)).hasToString(shown);
    }

    @Test
    void aSizeIsNeverNegative() {
        assertThatThrownBy(() -> Bytes.of(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPlaceMeetsARequirementWhenItLiesWithinOneOfThePlacesAskedFor() {
        Topology here = new Topology(Map.of("zone", "z1", "node", "n1"));
        assertThat(TopologyRequirement.NONE.isMetBy(here)).isTrue();
        assertThat(requisite(Map.of("zone", "z1")).isMetBy(here)).isTrue();
        assertThat(requisite(Map.of("zone", "z2")).isMetBy(here)).isFalse();
        assertThat(requisite(Map.of("rack", "r1")).isMetBy(here)).isFalse();
    }

    @Test
    void moreSegmentsThanThoseOfThePlaceMakeNoDifference() {
        Topology zone = new Topology(Map.of("zone", "z1"));
        assertThat(requisite(Map.of("zone", "z1", "rack", "r1")).isMetBy(zone)).isTrue();
        assertThat(requisite(Map.of("zone", "z2", "rack", "r1")).isMetBy(zone)).isFalse();
        assertThat(requisite(Map.of("zone", "z1")).isMetBy(Topology.ANYWHERE)).isTrue();
    }

    @Test
    void preferredTopologiesComeFirstAndOnlyIfTheyAreRequisite() {
        Topology one = new Topology(Map.of("zone", "z1"));
        Topology two = new Topology(Map.of("zone", "z2"));
        Topology three = new Topology(Map.of("zone", "z3"));
        assertThat(new TopologyRequirement(List.of(one, two), List.of(three, two)).inOrder())
                .containsExactly(two, one);
        assertThat(new TopologyRequirement(List.of(), List.of(three, two)).inOrder())
                .containsExactly(three, two);
    }

    @Test
    void twoStoragesHaveTheirCapacityTogetherButNotForOneVolume() {
        AvailableCapacity small = new AvailableCapacity(Bytes.of(3), Bytes.of(2), Bytes.of(1));
        AvailableCapacity large = new AvailableCapacity(Bytes.of(9), Bytes.of(8), Bytes.of(4));
        assertThat(small.plus(large)).isEqualTo(new AvailableCapacity(Bytes.of(12), Bytes.of(8), Bytes.of(1)));
        assertThat(large.plus(AvailableCapacity.of(Bytes.UNLIMITED)).available())
                .isEqualTo(Bytes.UNLIMITED);
    }

    private static TopologyRequirement requisite(Map<String, String> segments) {
        return new TopologyRequirement(List.of(new Topology(segments)), List.of());
    }
}
