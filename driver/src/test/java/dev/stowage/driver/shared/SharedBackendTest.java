package dev.stowage.driver.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendCapability;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.PoolScratch;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.HealthProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SharedBackendTest {
    @RegisterExtension
    final PoolScratch scratch = new PoolScratch();

    private final VolumeMeta volume = PoolScratch.volume("data", BackendKind.SHARED, Bytes.mebi(64));
    private final List<FuseServer> servers = new ArrayList<>();
    private Path original = Path.of("/nowhere");
    private Path share = Path.of("/nowhere");
    private SharedBackend backend = node("unused");

    @BeforeEach
    void mountShare() throws IOException {
        FuseServer.assumeInstalled();
        original = scratch.directory("original");
        share = scratch.directory("share");
        serve(original, share);
        backend = node("a");
    }

    @AfterEach
    void stopServers() {
        servers.forEach(FuseServer::close);
    }

    @Test
    void severalNodesUseOneVolume() throws Exception {
        Path elsewhere = scratch.directory("share-of-b");
        serve(original, elsewhere);
        Path record = scratch.path().resolve("b.json");
        SharedBackend second = new SharedBackend(new PoolDirectory(elsewhere), record, Mounts.system());
        backend.create(volume, Optional.empty());
        Path onA = publish(backend, "a");
        Path onB = publish(second, "b");

        Files.writeString(onA.resolve("file"), "for all");

        assertThat(onB.resolve("file")).hasContent("for all");
        assertThat(backend.capabilities())
                .contains(BackendCapability.MULTI_NODE)
                .doesNotContain(BackendCapability.HARD_SIZE, BackendCapability.STAGE);
    }

    @Test
    void aLocalDirectoryIsNotTakenForAShare() throws Exception {
        Path local = scratch.directory("local");
        SharedBackend wrong =
                new SharedBackend(new PoolDirectory(local), scratch.path().resolve("c.json"), Mounts.system());

        assertRefused(() -> wrong.create(volume, Optional.empty()));

        assertThat(local).isEmptyDirectory();
    }

    @Test
    void withoutItsShareNothingIsWrittenIntoTheDirectoryBelow() throws Exception {
        backend.create(volume, Optional.empty());
        loseServer();
        scratch.mounts().unmountLazily(share);

        for (SharedBackend same : List.of(backend, node("a"))) {
            assertRefused(
                    () -> same.create(PoolScratch.volume("b", BackendKind.SHARED, Bytes.mebi(1)), Optional.empty()));
            assertRefused(() -> same.publish(volume, scratch.publication(volume, scratch.target("pod"))));
            assertRefused(() -> same.delete(volume.id()));
        }
        assertThat(share).isEmptyDirectory();
        assertThat(scratch.target("pod")).doesNotExist();
    }

    @Test
    void anotherFileSystemInItsPlaceIsRefused() throws Exception {
        backend.create(volume, Optional.empty());
        Path other = scratch.directory("other");
        scratch.mounts().unmountLazily(share);
        serve(other, share);

        assertRefused(() -> backend.publish(volume, scratch.publication(volume, scratch.target("pod"))));

        assertThat(other).isEmptyDirectory();
    }

    @Test
    void aDeadServerIsSaidAndNothingIsMade() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = publish(backend, "pod");
        loseServer();

        assertRefused(() -> backend.publish(volume, scratch.publication(volume, target)));
        assertRefused(
                () -> backend.create(PoolScratch.volume("b", BackendKind.SHARED, Bytes.mebi(1)), Optional.empty()));

        assertThat(backend.health(volume, Optional.of(target), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("PoolMissing", "MountBroken");
        assertThat(scratch.mounts().stackedAt(target)).hasSize(1);
    }

    @Test
    void aDeadPublicationIsReplacedOnceTheShareIsBack() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = publish(backend, "pod");
        Path untouched = publish(backend, "untouched");
        Files.writeString(target.resolve("file"), "kept");
        loseServer();
        scratch.mounts().unmountLazily(share);
        serve(original, share);
        assertThat(backend.health(volume, Optional.of(target), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("MountBroken");

        backend.publish(volume, scratch.publication(volume, target));

        assertThat(target.resolve("file")).hasContent("kept");
        assertThat(scratch.mounts().stackedAt(target)).hasSize(1);
        assertThat(scratch.mounts().stackedAt(untouched)).hasSize(1);
        assertThat(backend.health(volume, Optional.of(target), Optional.empty()))
                .extracting(HealthProblem::reason)
                .containsExactly("MountReplaced"); // containers that run keep the dead mount
    }

    @Test
    void aLivingPublicationStaysWhenTheShareIsMountedAnew() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = publish(backend, "pod");
        int before = scratch.mounts().at(target).orElseThrow().id();
        scratch.mounts().unmountLazily(share);
        serve(original, share);

        backend.publish(volume, scratch.publication(volume, target));

        assertThat(scratch.mounts().at(target).orElseThrow().id()).isEqualTo(before);
        assertThatThrownBy(() -> backend.delete(volume.id()))
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.FAILED_PRECONDITION));
    }

    @Test
    void aDeadPublicationCanBeTakenAway() throws Exception {
        backend.create(volume, Optional.empty());
        Path target = publish(backend, "pod");
        loseServer();

        backend.unpublish(volume.id(), target);

        assertThat(target).doesNotExist();
    }

    @Test
    void whateverIsMountedAtThePathMayServeAsAShare() throws Exception {
        Path tmpfs = scratch.directory("tmpfs");
        scratch.mounts().mount("some", tmpfs, "tmpfs", Set.of(), "");
        SharedBackend local =
                new SharedBackend(new PoolDirectory(tmpfs), scratch.path().resolve("d.json"), Mounts.system());
        local.create(volume, Optional.empty());

        scratch.mounts().unmount(tmpfs);
        scratch.mounts().mount("some", tmpfs, "tmpfs", Set.of(), "");

        assertRefused(() -> local.delete(volume.id()));
        assertThat(tmpfs).isEmptyDirectory();
    }

    private SharedBackend node(String name) {
        Path record = Path.of("/nowhere").equals(share) ? share : scratch.path().resolve("notes/" + name + ".json");
        return new SharedBackend(new PoolDirectory(share), record, Mounts.system());
    }

    private void serve(Path from, Path at) throws IOException {
        servers.add(FuseServer.start(from, at));
    }

    private void loseServer() throws InterruptedException {
        servers.getLast().kill();
    }

    private Path publish(SharedBackend node, String name) throws Exception {
        Path target = scratch.target(name);
        node.publish(volume, scratch.publication(volume, target));
        return target;
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.UNAVAILABLE));
    }
}
