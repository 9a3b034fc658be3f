package dev.stowage.interop.lab;

import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs a class of ours inside a guest, for example a benchmark.
public final class LabProgram {

    /// What a guest needs to boot, and the drivers and servers in it.
    public static final Set<DebianPackage> PACKAGES = Stream.of(
                    Set.of(DebianPackage.USER_MODE_LINUX, DebianPackage.KMOD, DebianPackage.IPROUTE),
                    WideRegisters.packages(),
                    LabSuite.STORAGE)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private LabProgram() {}

    /// Returns when the guest has ended, with the file that the program has left.
    ///
    /// @param main its first argument is the path of that file; `arguments` follow
    /// @throws IOException with the end of the console if there is no such file
    public static Path run(SuiteWorkspace workspace, Class<?> main, List<String> arguments, Duration deadline)
            throws IOException, InterruptedException {
        GuestFiles files = new GuestFiles(workspace.directory("guest"));
        List<String> argv = new ArrayList<>(StowageProgram.jvm());
        argv.removeFirst();
        argv.add(main.getName());
        argv.add(files.results().toString());
        argv.addAll(arguments);
        files.prepare(argv);
        workspace.report("booting a guest; its console: " + workspace.logs().resolve("console.log"));
        try (LabGuest guest = workspace.own(LabGuest.boot(files, workspace.logs()))) {
            guest.awaitEnd(deadline);
            if (!Files.exists(files.results())) {
                throw new IOException(
                        "the program left no results; the console of the guest ends with:\n" + guest.lastLines());
            }
            return files.results();
        }
    }
}
