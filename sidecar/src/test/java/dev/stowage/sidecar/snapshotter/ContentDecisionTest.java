package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.VolumeSnapshotClass;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.sidecar.snapshotter.ContentDecision.CheckStatus;
import dev.stowage.sidecar.snapshotter.ContentDecision.ClearBeingCreated;
import dev.stowage.sidecar.snapshotter.ContentDecision.Create;
import dev.stowage.sidecar.snapshotter.ContentDecision.Delete;
import dev.stowage.sidecar.snapshotter.ContentDecision.Nothing;
import dev.stowage.sidecar.snapshotter.ContentDecision.RemoveFinalizer;
import dev.stowage.sidecar.snapshotter.ContentDecision.Scope;
import dev.stowage.sidecar.testing.FakeDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContentDecisionTest {
    private static final Scope ASKING = new Scope(FakeDriver.NAME, "", true);
    private static final Scope MUTE = new Scope(FakeDriver.NAME, "", false);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // ownership
                "none                                            | leave: it has no source",
                "none deleting unwanted                          | leave: it has no source",
                "taken driver=other                              | leave: it belongs to another driver",
                "given driver=other deleting unwanted            | leave: it belongs to another driver",
                // creation
                "taken                                           | create first",
                "taken marked                                    | create first",
                "taken status                                    | create again",
                "taken unready failed                            | create again",
                "taken unready failed marked                     | create again",
                "taken member                                    | leave: its group will tell",
                "taken unbound                                   | create first",
                "taken classless                                 | create first",
                // not ready
                "taken handle=s-1 unready                        | ask s-1 CLASS taken",
                "taken handle=s-1                                | ask s-1 CLASS taken",
                "taken handle=s-1 unready failed                 | ask s-1 CLASS taken",
                "taken handle=s-1 unready marked                 | create again",
                // ready
                "taken handle=s-1 ready                          | leave: it is ready",
                "taken handle=s-1 ready marked                   | unmark",
                "taken handle=s-1 ready failed                   | leave: it is ready",
                "given handle=s-given ready                      | leave: it is ready",
                // pre-provisioned
                "given                                           | ask s-given CLASS",
                "given classless                                 | ask s-given CLASS",
                "given unbound                                   | ask s-given CLASS",
                "given unready failed                            | ask s-given CLASS",
                "given handle=s-told unready                     | ask s-told CLASS",
                "given member                                    | ask s-given CLASS",
                "given member group=g-1 unready                  | ask s-given CONTENT",
                // group members
                "taken member handle=s-1 group=g-1               | ask s-1 CONTENT",
                "taken member handle=s-1 group=g-1 unready       | ask s-1 CONTENT",
                "taken handle=s-1 group=g-1                      | ask s-1 CONTENT",
                "taken member group=g-1                          | leave: its group will tell",
                "taken member handle=s-1                         | leave: its group will tell",
                "taken member handle=s-1 group=g-1 ready         | leave: it is ready",
                // deletion requested, but the snapshot controller has not agreed
                "taken deleting handle=s-1 ready                 | leave: it is ready",
                "taken deleting                                  | create first",
                "given deleting                                  | ask s-given CLASS",
                "taken unwanted handle=s-1 ready                 | leave: it is ready",
                // deletion during a call without a response
                "taken deleting unwanted marked                  | create first",
                "taken deleting unwanted marked unready failed   | create again",
                "taken deleting unwanted marked handle=s-1 ready | unmark",
                // deletion
                "taken deleting unwanted handle=s-1 ready        | delete s-1",
                "taken deleting unwanted handle=s-1 unready      | delete s-1",
                "taken deleting unwanted handle=s-1 failed       | delete s-1",
                "taken deleting unwanted                         | release",
                "taken deleting unwanted status                  | release",
                "taken deleting unwanted unready failed          | release",
                "taken deleting unwanted loose                   | leave: others hold it",
                "taken deleting unwanted retain handle=s-1 ready | release",
                "taken deleting unwanted loose retain handle=s-1 | leave: others hold it",
                "taken deleting unwanted loose handle=s-1 ready  | delete s-1",
                "taken deleting unwanted member handle=s-1 group=g-1 ready | release",
                "taken deleting unwanted handle=s-1 group=g-1    | release",
                "given deleting unwanted handle=s-given ready    | delete s-given",
                "given deleting unwanted                         | release",
                "given deleting unbound                          | release",
                "given deleting unbound handle=s-given ready     | delete s-given",
                "given deleting unbound retain handle=s-given    | release",
                "taken deleting unbound handle=s-1 ready         | leave: it is ready",
            })
    void itIsDecidedBy(String words, String decision) {
        assertThat(text(ContentDecision.of(content(words), classOf(FakeDriver.NAME), ASKING)))
                .isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "taken handle=s-1 unready          | create again",
                "taken                             | create first",
                "given                             | ask s-given CLASS",
                "taken member handle=s-1 group=g-1 | ask s-1 CONTENT",
                "taken handle=s-1 ready            | leave: it is ready",
            })
    void withoutStatusCallsCreateSnapshotIsRepeated(String words, String decision) {
        assertThat(text(ContentDecision.of(content(words), null, MUTE))).isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "taken                             | leave: it belongs to another node",
                "taken node=n-2                    | leave: it belongs to another node",
                "taken node=n-1                    | create first",
                "given deleting unwanted node=n-2  | leave: it belongs to another node",
                "taken deleting unwanted node=n-1 handle=s-1 | delete s-1",
            })
    void onANodeOnlyItsOwnContentsCount(String words, String decision) {
        assertThat(text(ContentDecision.of(content(words), null, new Scope(FakeDriver.NAME, "n-1", true))))
                .isEqualTo(decision);
    }

    @Test
    void aClassOfAnotherDriverMakesTheContentAnothers() {
        assertThat(text(ContentDecision.of(content("taken"), classOf("other"), ASKING)))
                .isEqualTo("leave: it belongs to another driver");
    }

    private static VolumeSnapshotContent content(String words) {
        return VolumeSnapshotContent.read(ContentSamples.content("c-1", words));
    }

    static VolumeSnapshotClass classOf(String driver) {
        return VolumeSnapshotClass.read(Json.object().put("driver", driver));
    }

    static String text(@Nullable ContentDecision decision) {
        return switch (decision) {
            case null -> "nothing";
            case Nothing(String why) -> "leave: " + why;
            case Delete(String handle) -> "delete " + handle;
            case RemoveFinalizer() -> "release";
            case ClearBeingCreated() -> "unmark";
            case Create(boolean first) -> first ? "create first" : "create again";
            case CheckStatus(String handle, ContentDecision.Secrets secrets, boolean taken) ->
                "ask " + handle + " " + secrets + (taken ? " taken" : "");
        };
    }
}
