package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.sidecar.snapshotter.ContentDecision.Scope;
import dev.stowage.sidecar.testing.FakeDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GroupContentDecisionTest {
    private static final Scope WE = new Scope(FakeDriver.NAME, "", true);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "none                                            | leave: it has no source",
                "taken driver=other                              | leave: it belongs to another driver",
                "taken                                           | create first",
                "taken marked                                    | create first",
                "taken unready failed                            | create again",
                "taken unready failed marked                     | create again",
                "taken handle=g-1 unready                        | ask g-1 CLASS taken",
                "taken handle=g-1 unready marked                 | create again",
                "taken handle=g-1 ready                          | leave: it is ready",
                "taken handle=g-1 ready marked                   | unmark",
                "given                                           | ask g-given CLASS",
                "given unready failed                            | ask g-given CLASS",
                "given handle=g-given ready                      | leave: it is ready",
                "taken deleting handle=g-1 ready                 | leave: it is ready",
                "taken deleting unwanted handle=g-1 ready        | delete g-1",
                "taken deleting unwanted handle=g-1 unready      | delete g-1",
                "taken deleting unwanted marked                  | create first",
                "taken deleting unwanted                         | release",
                "taken deleting unwanted loose                   | leave: others hold it",
                "taken deleting unwanted retain handle=g-1 ready | release",
                "given deleting unbound                          | release",
                "given deleting unbound handle=g-given ready     | delete g-given",
            })
    void itIsDecidedBy(String words, String decision) {
        assertThat(decide(words, WE)).isEqualTo(decision);
    }

    @Test
    void withoutStatusCallsCreateSnapshotIsRepeated() {
        assertThat(decide("taken handle=g-1 unready", new Scope(FakeDriver.NAME, "", false)))
                .isEqualTo("create again");
    }

    @Test
    void onANodeOnlyItsOwnContentsCount() {
        Scope node = new Scope(FakeDriver.NAME, "n-1", true);
        assertThat(decide("taken node=n-2", node)).isEqualTo("leave: it belongs to another node");
        assertThat(decide("taken node=n-1", node)).isEqualTo("create first");
    }

    private static String decide(String words, Scope we) {
        return ContentDecisionTest.text(
                GroupContentDecision.of(VolumeGroupSnapshotContent.read(ContentSamples.group("g-1", words)), null, we));
    }
}
