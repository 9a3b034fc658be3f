package dev.stowage.interop.docs;

import dev.stowage.interop.process.DirectoryTrees;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// Data directories of `stowage up` that a document names literally, so that users can paste the commands. The
/// cluster keeps running when the document's shell has exited, so a document that fails would leave it behind.
record DataFolders(Path home, List<Path> folders) {

    private static final Pattern NAMED = Pattern.compile("--data (/tmp/stowage-\\w+)");
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    DataFolders {
        folders = List.copyOf(folders);
    }

    static DataFolders in(Path home, DocumentScript documentScript) {
        return new DataFolders(
                home,
                NAMED.matcher(documentScript.script())
                        .results()
                        .map(one -> Path.of(one.group(1)))
                        .distinct()
                        .toList());
    }

    List<Path> left() {
        return folders.stream().filter(Files::exists).toList();
    }

    /// Stops what runs there and deletes the directories.
    void clear() throws IOException, InterruptedException {
        for (Path folder : left()) {
            ProcessRunner.run(
                    DEADLINE,
                    "env",
                    "STOWAGE_NO_BUILD=1",
                    home.resolve("stowage").toString(),
                    "down",
                    "--data",
                    folder.toString());
            MountPoints.removeBeneath(folder);
            DirectoryTrees.remove(folder);
        }
    }
}
