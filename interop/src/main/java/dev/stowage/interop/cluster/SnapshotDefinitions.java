package dev.stowage.interop.cluster;

import dev.stowage.interop.judge.BuiltJudges;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.judge.ModuleFolder;
import dev.stowage.interop.program.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The definitions of the snapshot objects, from the module of the real snapshot controller.
public final class SnapshotDefinitions {

    private static final Duration SOON = Duration.ofSeconds(90);

    private SnapshotDefinitions() {}

    /// Returns when the server serves them.
    ///
    /// @param judges with the snapshot controller among them
    public static void define(Api api, BuiltJudges judges) throws IOException, InterruptedException {
        Path definitions = ModuleFolder.of(
                        judges, Judge.SNAPSHOT_CONTROLLER, "github.com/kubernetes-csi/external-snapshotter/client/v8")
                .resolve("config/crd");
        List<Path> files;
        try (Stream<Path> all = Files.list(definitions)) {
            files = all.filter(file -> file.toString().contains("storage.k8s.io_"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            api.create("", Files.readString(file));
        }
        for (Kind kind : List.of(
                Kind.SNAPSHOT,
                Kind.SNAPSHOT_CLASS,
                Kind.SNAPSHOT_CONTENT,
                Kind.GROUP_SNAPSHOT,
                Kind.GROUP_SNAPSHOT_CLASS,
                Kind.GROUP_SNAPSHOT_CONTENT)) {
            Await.until(
                    "serving of " + kind,
                    SOON,
                    List.of(),
                    () -> api.get(kind.path("default")).isObject());
        }
    }
}
