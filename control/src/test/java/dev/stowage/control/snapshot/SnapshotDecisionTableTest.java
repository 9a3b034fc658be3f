package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SnapshotDecisionTableTest {

    static Stream<SnapshotDecisionTable.Case> snapshots() throws IOException {
        return SnapshotDecisionTable.read("snapshots.txt");
    }

    static Stream<SnapshotDecisionTable.Case> groups() throws IOException {
        return SnapshotDecisionTable.read("groups.txt");
    }

    @ParameterizedTest
    @MethodSource("snapshots")
    void snapshotIsLookedAfter(SnapshotDecisionTable.Case of) {
        assertThat(SnapshotDecisionTable.decide(of)).containsExactlyElementsOf(of.wanted());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void groupIsLookedAfter(SnapshotDecisionTable.Case of) {
        assertThat(SnapshotDecisionTable.decide(of)).containsExactlyElementsOf(of.wanted());
    }
}
