package dev.stowage.driver.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.linux.mountinfo.MountPropagation;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.HealthProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Publications whose FUSE server died, and was started again.
class RepairedPublicationTest {
    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    private final VolumeMeta volume = PoolScratch.volume("data", BackendKind.SHARED, Bytes.mebi(64));
    private final List<FuseServer> servers = new ArrayList<>();
    private Path share = Path.of("/nowhere");
    private Path target = Path.of("/nowhere");

    @BeforeEach
    void mountShare() throws IOException {
        FuseServer.assumeInstalled();
        share = scratch.directory("share");
        serve();
        target = scratch.target("pod");
    }

    @AfterEach
    void stopServers() {
        servers.forEach(FuseServer::close);
    }

    private void serve() throws IOException {
        servers.add(FuseServer.start(scratch.directory("original"), share));
    }

    private SharedBackend published(boolean readOnly) throws Exception {
        SharedBackend backend =
                new SharedBackend(new PoolDirectory(share), scratch.path().resolve("a.json"), scratch.mounts());
        backend.create(volume, Optional.empty());
        backend.publish(volume, scratch.publication(volume, target, readOnly, "", List.of()));
        return backend;
    }

    private void killAndServeAgain() throws Exception {
        servers.getLast().kill();
        scratch.mounts().unmountLazily(share);
        serve();
    }

    /// As below the directory of a kubelet.
    private void shareMountsBelowPods() throws IOException {
        Path pods = scratch.directory("pods");
        scratch.mounts().bind(pods, pods, false);
        scratch.mounts().setPropagation(pods, MountPropagation.SHARED);
    }

    @Test
    void theNewMountIsOnTopOfTheFirstOneWhichContainersHaveCopiesOf() throws Exception {
        shareMountsBelowPods();
        SharedBackend backend = published(false);
        assertThat(backend.health(volume, Optional.of(target), Optional.empty()))
                .isEmpty();

        for (int death = 0; death < 3; death++) {
            killAndServeAgain();
            backend.repair(volume, target);
            assertThat(scratch.mounts().stackedAt(target)).hasSize(2);
        }

        Files.writeString(target.resolve("file"), "written");
        assertThat(backend.health(volume, Optional.of(target), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("MountReplaced");
        backend.unpublish(volume.id(), target);
        assertThat(target).doesNotExist();
    }

    @Test
    void aReadOnlyPublicationStaysReadOnly() throws Exception {
        SharedBackend backend = published(true);
        killAndServeAgain();

        backend.repair(volume, target);

        assertThat(scratch.mounts().stackedAt(target))
                .singleElement()
                .matches(mount -> mount.options().contains("ro"));
    }

    @Test
    void aPublicationThatLivesOrIsGoneIsLeftAsItIs() throws Exception {
        SharedBackend backend = published(false);
        var before = scratch.mounts().at(target);

        backend.repair(volume, target);
        assertThat(scratch.mounts().at(target)).isEqualTo(before);

        backend.unpublish(volume.id(), target);
        backend.repair(volume, target);
        assertThat(target).doesNotExist();
    }
}
