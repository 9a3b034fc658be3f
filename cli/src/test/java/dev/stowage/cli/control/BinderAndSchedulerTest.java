package dev.stowage.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.scheduler.SchedulerFixture;
import dev.stowage.control.binder.BinderController;
import dev.stowage.control.binder.BinderOptions;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The binder of `control` and the scheduler of `cluster`, which communicate only through the API.
class BinderAndSchedulerTest {

    @TempDir
    private Path folder;

    @Test
    void binderAndSchedulerBindClaimsOfManyPodsTogether() throws Exception {
        SchedulerFixture nodes = new SchedulerFixture(folder);
        try (BinderController binder = new BinderController(
                nodes.controllerFixture().context("persistentvolume-controller"), BinderOptions.USUAL)) {
            nodes.scriptedBinder(false);
            binder.start();
            nodes.storageClass(SchedulerFixture.DRIVER);
            nodes.volume("v1", "n1");
            nodes.volume("v2", "n2");
            for (int i = 0; i < 20; i++) {
                nodes.claim("c" + i, "1Gi", "ReadWriteOnce");
                nodes.pod("p" + i, "", "c" + i);
            }

            for (int i = 0; i < 20; i++) {
                nodes.nodeOf("p" + i);
            }
            List<String> bound = nodes.controllerFixture().informers().of(Kinds.CLAIMS).all().stream()
                    .map(PersistentVolumeClaim::volumeName)
                    .toList();
            assertThat(bound).hasSize(20).doesNotHaveDuplicates().contains("v1", "v2");
        } finally {
            nodes.end();
        }
    }
}
