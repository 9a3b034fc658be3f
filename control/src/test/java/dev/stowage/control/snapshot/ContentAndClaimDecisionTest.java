package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.controller.ClusterAction;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Decisions about contents and claims by themselves.
class ContentAndClaimDecisionTest {

    private static SnapshotTestObjects written(String name, String words) {
        return new SnapshotTestObjects(name, List.of(words.split(" ")));
    }

    private static List<String> lines(List<ClusterAction> actions) {
        return actions.stream().map(SnapshotActionText::of).toList();
    }

    private static List<String> content(String words) {
        return lines(ContentDecision.of(written("c", words).content()));
    }

    private static List<String> groupContent(String words) {
        return lines(ContentDecision.of(written("c", words).groupContent()));
    }

    private static List<String> claim(String words, String... snapshots) {
        return lines(SourceClaimDecision.of(
                written("c", words).claim(),
                List.of(snapshots).stream()
                        .map(each -> written("s", "claim=c " + each).snapshot())
                        .toList()));
    }

    @Test
    void contentThatIsBoundIsHeld() {
        assertThat(content("volume=h ref=uid-s"))
                .containsExactly("change volumesnapshotcontents c add /metadata/finalizers [content-held]");
        assertThat(content("handle=t ref=uid-s finalizers=other"))
                .containsExactly("change volumesnapshotcontents c add /metadata/finalizers/- content-held");
        assertThat(groupContent("volumes=h ref=uid-g"))
                .containsExactly("change volumegroupsnapshotcontents c add /metadata/finalizers [group-content-held]");
    }

    @Test
    void contentIsLeftAloneBeforeItIsBoundAndWhenItGoes() {
        assertThat(content("handle=t")).isEmpty();
        assertThat(content("volume=h ref=uid-s deleting finalizers=other")).isEmpty();
        assertThat(content("volume=h ref=uid-s finalizers=content-held")).isEmpty();
        assertThat(groupContent("handle=t")).isEmpty();
    }

    @Test
    void contentSaysOneThingAboutWhereItComesFrom() {
        assertThat(content("volume=h handle=t ref=uid-s"))
                .containsExactly("event WARNING ContentValidationError: Exactly one of VolumeHandle and SnapshotHandle"
                        + " should be specified");
        assertThat(groupContent("ref=uid-g"))
                .containsExactly("event WARNING GroupContentValidationError: Exactly one of GroupSnapshotHandles and"
                        + " VolumeHandles should be specified");
    }

    @Test
    void claimIsLetGoWhenNoSnapshotOfItIsBeingTaken() {
        String letGo = "change persistentvolumeclaims c remove /metadata/finalizers/1";
        assertThat(claim("finalizers=other,claim-held")).containsExactly(letGo);
        assertThat(claim("finalizers=other,claim-held", "ready", "ready")).containsExactly(letGo);
        assertThat(claim("finalizers=other,claim-held", "ready", "unready")).isEmpty();
        assertThat(claim("finalizers=other,claim-held", "unready deleting finalizers=bound"))
                .isEmpty();
        assertThat(claim("finalizers=other", "ready")).isEmpty();
    }
}
