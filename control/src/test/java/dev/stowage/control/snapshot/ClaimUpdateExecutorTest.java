package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.names.SnapshotMetadataKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ActionExecutor;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimUpdateExecutorTest {
    private static final ActionExecutor FORBIDDEN = _ -> {
        throw new ApiFailure(403, "Forbidden", "cannot patch resource persistentvolumeclaims", null);
    };

    @TempDir
    private Path folder;

    private ControllerFixture fixture;

    @BeforeEach
    void open() throws Exception {
        fixture = new ControllerFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private ActionExecutor actionExecutor() {
        return new ClaimUpdateExecutor(
                FORBIDDEN, fixture.api(), fixture.informers().of(Kinds.CLAIMS));
    }

    private PersistentVolumeClaim claim(String name, String finalizers) throws Exception {
        return fixture.create(Kinds.CLAIMS, "default", """
                {"metadata":{"name":"%s","finalizers":%s,"labels":{"kept":"yes"}},"spec":{"accessModes":["ReadWriteOnce"],
                 "resources":{"requests":{"storage":"8Mi"}}}}
                """.formatted(name, finalizers));
    }

    private PersistentVolumeClaim now(String name) throws Exception {
        return fixture.api().find(Kinds.CLAIMS, "default", name).orElseThrow();
    }

    @Test
    void claimIsUpdatedWhereItMayNotBePatched() throws Exception {
        PersistentVolumeClaim claim = claim("data", "[\"example.com/a\"]");
        ActionExecutor executor = actionExecutor();
        executor.execute(new ClusterAction.PatchObject<>(
                Kinds.CLAIMS, claim, Patch.addFinalizer(claim, SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)));
        PersistentVolumeClaim held = now("data");
        assertThat(held.meta().finalizers())
                .containsExactlyElementsOf(Stream.concat(
                                claim.meta().finalizers().stream(),
                                Stream.of(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION))
                        .toList());
        assertThat(held.meta().labels()).containsEntry("kept", "yes");
        executor.execute(new ClusterAction.PatchObject<>(
                Kinds.CLAIMS, held, Patch.removeFinalizer(held, SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION)));
        assertThat(now("data").meta().finalizers()).isEqualTo(claim.meta().finalizers());
    }

    @Test
    void claimThatChangedMeanwhileIsLookedAtAgain() throws Exception {
        PersistentVolumeClaim claim = claim("data", "[\"example.com/a\"]");
        fixture.change(Kinds.CLAIMS, "default", "data", "{\"metadata\":{\"finalizers\":[\"example.com/b\"]}}");
        assertThatThrownBy(() -> actionExecutor()
                        .execute(new ClusterAction.PatchObject<>(
                                Kinds.CLAIMS,
                                claim,
                                Patch.addFinalizer(claim, SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION))))
                .isInstanceOfSatisfying(
                        ApiFailure.class,
                        failure -> assertThat(failure.isConflict()).isTrue());
        assertThat(now("data").meta().finalizers()).doesNotContain(SnapshotMetadataKeys.PVC_AS_SOURCE_PROTECTION);
    }

    @Test
    void otherRefusalsStay() throws Exception {
        var content = new SnapshotTestObjects("c", List.of("volume=h", "ref=uid-s")).content();
        assertThatThrownBy(() -> actionExecutor()
                        .execute(new ClusterAction.PatchObject<>(
                                Kinds.SNAPSHOT_CONTENTS,
                                content,
                                Patch.addFinalizer(content, SnapshotMetadataKeys.CONTENT_BOUND_PROTECTION))))
                .isInstanceOf(ApiFailure.class)
                .hasMessageContaining("cannot patch");
    }
}
