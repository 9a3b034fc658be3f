package dev.stowage.interop.cluster;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.reference.GoModuleFolder;
import dev.stowage.interop.reference.ReferenceProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The definitions of the snapshot objects, from the module of the real snapshot controller.
public final class SnapshotCrds {

    private static final Duration SOON = Duration.ofSeconds(90);

    private SnapshotCrds() {}

    /// Returns when the server serves them.
    ///
    /// @param programs with the snapshot controller among them
    public static void define(AdminApiClient adminApiClient, BuiltPrograms programs)
            throws IOException, InterruptedException {
        Path definitions = GoModuleFolder.of(
                        programs,
                        ReferenceProgram.SNAPSHOT_CONTROLLER,
                        "github.com/kubernetes-csi/external-snapshotter/client/v8")
                .resolve("config/crd");
        List<Path> files;
        try (Stream<Path> all = Files.list(definitions)) {
            files = all.filter(file -> file.toString().contains("storage.k8s.io_"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            adminApiClient.create("", Files.readString(file));
        }
        for (ResourceKind resourceKind : List.of(
                ResourceKind.SNAPSHOT,
                ResourceKind.SNAPSHOT_CLASS,
                ResourceKind.SNAPSHOT_CONTENT,
                ResourceKind.GROUP_SNAPSHOT,
                ResourceKind.GROUP_SNAPSHOT_CLASS,
                ResourceKind.GROUP_SNAPSHOT_CONTENT)) {
            Await.until(
                    "serving of " + resourceKind,
                    SOON,
                    List.of(),
                    () -> adminApiClient.get(resourceKind.path("default")).isObject());
        }
    }
}
