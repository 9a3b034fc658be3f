package dev.stowage.sidecar.snapshotter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.VolumeSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotContent.Status;
import org.junit.jupiter.api.Test;

final class ContentStatusTest {
    private static final SnapshotState UNREADY = new SnapshotState("s-1", false, 5L, 0, "");
    private static final SnapshotState READY = new SnapshotState("s-1", true, 5L, 7, "");

    private static String change(Status seen, SnapshotState snapshotState) {
        return ContentStatus.change(seen, snapshotState, 9)
                .map(ObjectNode::toString)
                .orElse("nothing");
    }

    @Test
    void theFirstAnswerIsWrittenWhole() {
        assertThat(ContentStatus.change(null, READY, 9).orElseThrow())
                .hasToString("{\"snapshotHandle\":\"s-1\",\"readyToUse\":true,\"creationTime\":5,\"restoreSize\":7}");
    }

    @Test
    void aDriverThatDoesNotSayWhenMeansNow() {
        assertThat(ContentStatus.change(null, new SnapshotState("s-1", false, null, 0, "g-1"), 9)
                        .orElseThrow())
                .hasToString("{\"snapshotHandle\":\"s-1\",\"readyToUse\":false,\"creationTime\":9,"
                        + "\"volumeGroupSnapshotHandle\":\"g-1\"}");
    }

    @Test
    void whatWasSaidIsNotSaidAgain() {
        assertThat(change(new Status("s-1", false, 5L, null, "", "", ""), UNREADY))
                .isEqualTo("nothing");
        assertThat(change(new Status("s-1", true, 5L, 7L, "", "", ""), READY)).isEqualTo("nothing");
        assertThat(change(
                        new Status("s-0", false, 4L, 6L, "", "g-0", ""), new SnapshotState("s-1", false, 5L, 7, "g-1")))
                .isEqualTo("nothing");
    }

    @Test
    void aSnapshotThatBecomesReadyHasNoErrorAnyMore() {
        assertThat(change(new Status("s-1", false, 5L, 7L, "it failed", "", ""), READY))
                .isEqualTo("{\"readyToUse\":true,\"error\":null}");
        assertThat(change(new Status("", false, null, null, "it failed", "", ""), READY))
                .isEqualTo("{\"snapshotHandle\":\"s-1\",\"readyToUse\":true,\"error\":null,\"creationTime\":5,"
                        + "\"restoreSize\":7}");
        assertThat(change(new Status("s-1", false, 5L, 7L, "it failed", "", ""), UNREADY))
                .isEqualTo("nothing");
    }

    @Test
    void ourOwnWritesAreNoNews() {
        VolumeSnapshotContent plain = VolumeSnapshotContent.read(ContentSamples.content("c-1", "taken"));
        assertThat(ContentChangeFilter.isRelevant(null, plain)).isTrue();
        assertThat(ContentChangeFilter.isRelevant(plain, null)).isTrue();
        assertThat(news("taken", "taken marked")).isFalse();
        assertThat(news("taken marked", "taken unready failed")).isFalse();
        assertThat(news("taken", "taken loose")).isFalse();
        assertThat(news("taken handle=s-1", "taken handle=s-1 ready")).isTrue();
        assertThat(news("taken handle=s-1 ready", "taken handle=s-1 unready failed"))
                .isTrue();
        assertThat(news("taken", "taken unwanted")).isTrue();
        assertThat(news("taken", "taken deleting")).isTrue();
        assertThat(news("taken", "taken node=n-1")).isTrue();
        assertThat(news("taken unbound", "taken")).isTrue();
        assertThat(news("taken member", "taken member handle=s-1 group=g-1")).isTrue();
    }

    private static boolean news(String before, String now) {
        return ContentChangeFilter.isRelevant(
                VolumeSnapshotContent.read(ContentSamples.content("c-1", before)),
                VolumeSnapshotContent.read(ContentSamples.content("c-1", now)));
    }
}
