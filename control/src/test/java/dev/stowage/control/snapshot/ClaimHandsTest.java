package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.control.act.Act;
import dev.stowage.control.act.Hands;
import dev.stowage.control.stage.Stage;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimHandsTest {
    private static final Hands FORBIDDEN = _ -> {
        throw new ApiFailure(403, "Forbidden", "cannot patch resource persistentvolumeclaims", null);
    };

    @TempDir
    private Path folder;

    private Stage stage;

    @BeforeEach
    void open() throws Exception {
        stage = new Stage(folder);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    private Hands hands() {
        return new ClaimHands(FORBIDDEN, stage.api(), stage.informers().of(Kinds.CLAIMS));
    }

    private PersistentVolumeClaim claim(String name, String finalizers) throws Exception {
        return stage.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"%s","finalizers":%s,"labels":{"kept":"yes"}},"spec":{"accessModes":["ReadWriteOnce"],
                 "resources":{"requests":{"storage":"8Mi"}}}}
                """.formatted(name, finalizers));
    }

    private PersistentVolumeClaim now(String name) throws Exception {
        return stage.api().find(Kinds.CLAIMS, "default", name).orElseThrow();
    }

    @Test
    void claimIsUpdatedWhereItMayNotBePatched() throws Exception {
        PersistentVolumeClaim claim = claim("data", "[\"example.com/a\"]");
        Hands hands = hands();
        hands.carryOut(new Act.Change<>(Kinds.CLAIMS, claim, Patch.addFinalizer(claim, Marks.CLAIM)));
        PersistentVolumeClaim held = now("data");
        assertThat(held.meta().finalizers())
                .containsExactlyElementsOf(Stream.concat(claim.meta().finalizers().stream(), Stream.of(Marks.CLAIM))
                        .toList());
        assertThat(held.meta().labels()).containsEntry("kept", "yes");
        hands.carryOut(new Act.Change<>(Kinds.CLAIMS, held, Patch.removeFinalizer(held, Marks.CLAIM)));
        assertThat(now("data").meta().finalizers()).isEqualTo(claim.meta().finalizers());
    }

    @Test
    void claimThatChangedMeanwhileIsLookedAtAgain() throws Exception {
        PersistentVolumeClaim claim = claim("data", "[\"example.com/a\"]");
        stage.change(Kinds.CLAIMS, "default", "data", "{\"metadata\":{\"finalizers\":[\"example.com/b\"]}}");
        assertThatThrownBy(() ->
                        hands().carryOut(new Act.Change<>(Kinds.CLAIMS, claim, Patch.addFinalizer(claim, Marks.CLAIM))))
                .isInstanceOfSatisfying(
                        ApiFailure.class,
                        failure -> assertThat(failure.isConflict()).isTrue());
        assertThat(now("data").meta().finalizers()).doesNotContain(Marks.CLAIM);
    }

    @Test
    void otherRefusalsStay() throws Exception {
        var content = new Written("c", List.of("volume=h", "ref=uid-s")).content();
        assertThatThrownBy(() -> hands().carryOut(new Act.Change<>(
                        Kinds.SNAPSHOT_CONTENTS, content, Patch.addFinalizer(content, Marks.CONTENT))))
                .isInstanceOf(ApiFailure.class)
                .hasMessageContaining("cannot patch");
    }
}
