package dev.stowage.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stowage.kube.TestCluster;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchTest {
    @TempDir
    private Path folder;

    private TestCluster cluster;
    private PersistentVolumeClaim claim;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        cluster = new TestCluster(folder, 0);
        claim = cluster.claim("c");
    }

    @AfterEach
    void close() throws IOException {
        cluster.close();
    }

    private PersistentVolumeClaim patch(Patch patch) throws ApiFailure, InterruptedException {
        return cluster.api().patch(Kinds.CLAIMS, "default", "c", patch);
    }

    @Test
    void finalizersAreAddedAndTakenOutOneByOne() throws ApiFailure, InterruptedException {
        PersistentVolumeClaim now = claim;
        for (String finalizer : claim.meta().finalizers()) {
            now = patch(Patch.removeFinalizer(now, finalizer));
        }
        assertThat(now.meta().finalizers()).isEmpty();
        now = patch(Patch.addFinalizer(now, "example.com/a"));
        now = patch(Patch.addFinalizer(now, "example.com/b"));
        assertThat(now.meta().finalizers()).containsExactly("example.com/a", "example.com/b");
        now = patch(Patch.removeFinalizer(now, "example.com/a"));
        assertThat(now.meta().finalizers()).containsExactly("example.com/b");
    }

    @Test
    void aFinalizerIsNotTakenOutOfAListThatChanged() throws ApiFailure, InterruptedException {
        PersistentVolumeClaim held = patch(Patch.addFinalizer(claim, "example.com/a"));
        patch(Patch.addFinalizer(held, "example.com/b"));
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(() -> patch(Patch.removeFinalizer(held, "example.com/a")))
                .matches(e -> e.isInvalid() || e.isConflict());
    }

    @Test
    void anObjectMadeAnewIsLeftAlone() throws IOException, InterruptedException {
        cluster.deleteForGood(claim);
        cluster.claim("c");
        assertThatExceptionOfType(ApiFailure.class).isThrownBy(() -> patch(Patch.addFinalizer(claim, "example.com/a")));
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(() -> cluster.api().delete(claim, Kinds.CLAIMS))
                .matches(ApiFailure::isConflict);
    }

    @Test
    void aPatchOfWhatChangedSinceIsAConflict() throws IOException, InterruptedException {
        Patch note = Patch.merge(TestCluster.json("{\"metadata\": {\"annotations\": {\"a\": \"b\"}}}"));
        patch(note.onlyIfUnchanged(claim));
        assertThatExceptionOfType(ApiFailure.class)
                .isThrownBy(
                        () -> patch(Patch.merge(TestCluster.json("{\"metadata\": {\"annotations\": {\"a\": \"c\"}}}"))
                                .onlyIfUnchanged(claim)))
                .matches(ApiFailure::isConflict);
    }
}
