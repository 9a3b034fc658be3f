package dev.stowage.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.BlockingCalls;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.file.InRootResolver;
import dev.stowage.linux.mountinfo.MountPropagation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ThreadNamespacesTest {
    @RegisterExtension
    private final ScratchDirectory scratch = new ScratchDirectory();

    private static <T> T onOwnThread(BlockingCalls.Body<T> body) throws Exception {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                answer.complete(body.run());
            } catch (IOException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.get();
    }

    @Test
    void whatAThreadMountsAndNamesIsItsOwn() throws Exception {
        scratch.assumeMountsAllowed();
        Path place = scratch.directory("place");

        boolean there = onOwnThread(() -> {
            ThreadNamespaces.leave();
            ThreadNamespaces.hostname("nobody-else");
            try (DetachedMount fresh = DetachedMount.fresh("tmpfs", List.of("mode=0700"));
                    Descriptor target = Descriptor.openDirectory(place)) {
                fresh.moveTo(target);
            }
            Files.createFile(place.resolve("file"));
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).equals("nobody-else\n");
        });

        assertThat(there).isTrue();
        assertThat(place).isEmptyDirectory();
        assertThat(Path.of("/proc/sys/kernel/hostname")).content().isNotEqualTo("nobody-else\n");
    }

    @Test
    void aVirtualThreadIsRefused() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                ThreadNamespaces.leave();
                failure.complete(new AssertionError("was let through"));
            } catch (IOException | RuntimeException e) {
                failure.complete(e);
            }
        });
        assertThat(failure.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCopyOfMountsCanBeMadeReadOnlyWhileTheOriginalIsNot() throws Exception {
        scratch.assumeMountsAllowed();
        Path source = scratch.directory("source");
        Path inner = scratch.directory("source/inner");
        Mounts.system().mount("inner", inner, "tmpfs", Set.of(), "");
        Path place = scratch.directory("place");

        try (DetachedMount copy = DetachedMount.copyOf(source);
                Descriptor target = Descriptor.openDirectory(place)) {
            copy.spread(MountPropagation.PRIVATE);
            copy.forbid(Set.of(DetachedMount.Ban.WRITE));
            copy.moveTo(target);
        }

        assertThatThrownBy(() -> Files.createFile(place.resolve("file"))).hasMessageContaining("Read-only");
        assertThatThrownBy(() -> Files.createFile(place.resolve("inner/file"))).hasMessageContaining("Read-only");
        Files.createFile(inner.resolve("file"));
        assertThat(place.resolve("inner/file")).exists();
    }

    @Test
    void linksLeadOnlyInsideARoot() throws Exception {
        Path root = scratch.directory("root");
        scratch.directory("outside");
        Files.createSymbolicLink(root.resolve("absolute"), Path.of("/target"));
        Files.createSymbolicLink(root.resolve("up"), Path.of("../../outside"));
        try (Descriptor opened = Descriptor.openDirectory(root)) {
            InRootResolver in = new InRootResolver(opened);
            Files.createDirectories(root.resolve("target"));
            in.directory(Path.of("/absolute/a/b"), 0755).close();
            in.file(Path.of("/c/d"), 0644).close();

            assertThat(root.resolve("target/a/b")).isDirectory();
            assertThat(root.resolve("c/d")).isRegularFile();
            assertThat(in.find(Path.of("/up"))).isEmpty();
        }
    }
}
