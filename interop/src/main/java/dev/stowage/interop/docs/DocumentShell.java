package dev.stowage.interop.docs;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.Leftovers;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs the commands of a document in a shell that stops at the first failure.
///
/// @param home the root of the repository, where the documents start
/// @param extraEnvironment variables in addition to ours
public record DocumentShell(
        SuiteWorkspace workspace, Path home, Duration deadline, Map<String, String> extraEnvironment) {

    private static final int TAIL = 15;

    /// How long a process may take to exit after its shell has ended.
    private static final Duration LAST_MOMENTS = Duration.ofSeconds(5);

    public DocumentShell {
        extraEnvironment = Map.copyOf(extraEnvironment);
    }

    /// @throws IOException when a command fails, an expected text is missing, or something is left
    public void run(String document, DocumentScript documentScript) throws IOException, InterruptedException {
        String name = document.replace('/', '-');
        Path scratch = workspace.directory(name);
        // Beside the log and not in the scratch directory, where every file counts as a leftover.
        Path script = Files.writeString(workspace.logs().resolve(name + ".sh"), documentScript.script());
        List<String> argv = List.of("env", "--chdir=" + home, "sh", "-eu", script.toString());
        // The running build is tested; the documents must not trigger another build.
        Map<String, String> environment = new HashMap<>(extraEnvironment);
        environment.putAll(Map.of("TMPDIR", scratch.toString(), "STOWAGE_NO_BUILD", "1"));
        DataFolders folders = DataFolders.in(home, documentScript);
        folders.clear();
        try (Daemon shell = Daemon.start(name, workspace.logs(), environment, argv)) {
            if (!shell.awaitEnd(deadline)) {
                throw new IOException("its commands did not finish within %d s; the output ends with:%n%s"
                        .formatted(deadline.toSeconds(), LogTail.of(shell.log(), TAIL)));
            }
            if (shell.exit() != 0) {
                throw new IOException("a command failed with exit status %d; the output ends with:%n%s"
                        .formatted(shell.exit(), LogTail.of(shell.log(), TAIL)));
            }
            List<String> broken = documentScript.missing(Files.readAllLines(shell.log()));
            if (!broken.isEmpty()) {
                throw new IOException("expected \"%s\", which did not appear in time; the whole output is in %s"
                        .formatted(broken.getFirst(), shell.log()));
            }
            requireTidy(scratch, folders);
        } finally {
            folders.clear();
        }
    }

    /// A user who follows the document to its end must not be left with a mount or a process.
    private static void requireTidy(Path scratch, DataFolders folders) throws IOException, InterruptedException {
        Leftovers.awaitNoProcesses(scratch, LAST_MOMENTS);
        List<String> left = new ArrayList<>();
        MountPoints.beneath(scratch).forEach(point -> left.add("mount " + point));
        Leftovers.processes(scratch).forEach(process -> left.add("process " + process.pid()));
        Leftovers.names(scratch).forEach(file -> left.add("file " + file));
        folders.left().forEach(folder -> left.add("folder " + folder));
        if (!left.isEmpty()) {
            throw new IOException("its commands leave behind: " + left);
        }
    }
}
