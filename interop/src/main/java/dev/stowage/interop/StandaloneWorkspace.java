package dev.stowage.interop;

import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.DebianPackageInstaller;
import dev.stowage.interop.reference.MissingToolException;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.reference.ReferenceProgramBuilder;
import dev.stowage.interop.suite.SuiteOptions;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/// The reference programs for use outside a suite, such as in a benchmark.
public final class StandaloneWorkspace {
    private StandaloneWorkspace() {}

    /// Builds and installs what is missing. Closing the workspace stops everything that was started in it.
    public static SuiteWorkspace open(
            String name, Set<ReferenceProgram> programs, Set<DebianPackage> packages, Consumer<String> progress)
            throws MissingToolException, IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        Path logs = InteropCache.newLogFolder(environment);
        new DebianPackageInstaller(mayInstall(environment), progress).ensure(new TreeSet<>(packages));
        ReferenceProgramBuilder built =
                new ReferenceProgramBuilder(InteropCache.root(environment).resolve("reference"), logs, progress);
        SuiteWorkspace workspace =
                SuiteWorkspace.open(logs.resolve(name), built.build(programs), SuiteOptions.NONE, progress);
        // After Ctrl-C no program may go on, and nothing may stay mounted.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> abandon(workspace, progress), "abandon-" + name));
        return workspace;
    }

    private static void abandon(SuiteWorkspace workspace, Consumer<String> progress) {
        try {
            workspace.close();
        } catch (IOException e) {
            progress.accept(String.valueOf(e.getMessage()));
        }
    }

    static boolean mayInstall(Map<String, String> environment) {
        return "root".equals(System.getProperty("user.name")) && !"1".equals(environment.get("STOWAGE_NO_INSTALL"));
    }
}
