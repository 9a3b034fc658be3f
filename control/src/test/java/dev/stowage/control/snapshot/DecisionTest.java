package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionTest {

    static Stream<DecisionTable.Case> snapshots() throws IOException {
        return DecisionTable.read("snapshots.txt");
    }

    static Stream<DecisionTable.Case> groups() throws IOException {
        return DecisionTable.read("groups.txt");
    }

    @ParameterizedTest
    @MethodSource("snapshots")
    void snapshotIsLookedAfter(DecisionTable.Case of) {
        assertThat(DecisionTable.decide(of)).containsExactlyElementsOf(of.wanted());
    }

    @ParameterizedTest
    @MethodSource("groups")
    void groupIsLookedAfter(DecisionTable.Case of) {
        assertThat(DecisionTable.decide(of)).containsExactlyElementsOf(of.wanted());
    }
}
