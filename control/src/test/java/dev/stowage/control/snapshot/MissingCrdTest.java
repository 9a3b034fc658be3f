package dev.stowage.control.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.BundledDefinitions;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cluster without all the CRDs.
class MissingCrdTest {
    private static final Kind<PartialObjectMetadata> DEFINITIONS = new Kind<>(
            "apiextensions.k8s.io",
            "v1",
            "customresourcedefinitions",
            "CustomResourceDefinition",
            false,
            PartialObjectMetadata::read);
    private static final List<Kind<?>> ALL = List.of(
            Kinds.SNAPSHOTS,
            Kinds.SNAPSHOT_CONTENTS,
            Kinds.SNAPSHOT_CLASSES,
            Kinds.GROUP_SNAPSHOTS,
            Kinds.GROUP_SNAPSHOT_CONTENTS,
            Kinds.GROUP_SNAPSHOT_CLASSES);

    @TempDir
    private Path folder;

    @Test
    void snapshotsWaitForTheirDefinitionsAndNeedNoGroups() throws Exception {
        try (SnapshotFixture fixture = new SnapshotFixture(folder, MissingCrdTest::undefine)) {
            for (ObjectNode definition : BundledDefinitions.all()) {
                if (definition.at("/spec/group").asText().equals(Kinds.SNAPSHOTS.group())) {
                    fixture.controllerFixture().api().create(DEFINITIONS, "", definition);
                }
            }
            await().until(() -> ALL.subList(0, 3).stream().allMatch(kind -> isServed(fixture, kind)));
            fixture.addClass("fast", "Delete", true);
            fixture.addClaim("data");
            fixture.addSnapshot("snap", "data");
            await().atMost(Duration.ofMinutes(2)).until(() -> fixture.isReady("snap"));
            fixture.delete(Kinds.SNAPSHOTS, "default", "snap");
            await().until(() -> fixture.snapshot("snap").isEmpty());
            assertThat(isServed(fixture, Kinds.GROUP_SNAPSHOTS)).isFalse();
        }
    }

    private static void undefine(SnapshotFixture fixture) throws IOException, InterruptedException {
        for (Kind<?> kind : ALL) {
            fixture.delete(DEFINITIONS, "", kind.plural() + "." + kind.group());
        }
        await().until(() -> ALL.stream().noneMatch(kind -> isServed(fixture, kind)));
    }

    private static boolean isServed(SnapshotFixture fixture, Kind<?> kind) {
        try {
            fixture.controllerFixture().api().stream(kind.path("")).close();
            return true;
        } catch (ApiFailure e) {
            return false;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
