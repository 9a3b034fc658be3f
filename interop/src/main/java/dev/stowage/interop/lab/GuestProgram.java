package dev.stowage.interop.lab;

import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.FailureText;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteOptions;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What runs inside a guest: a suite.
public final class GuestProgram {

    private GuestProgram() {}

    /// The command line of the JVM, with the flags that this one has.
    static List<String> arguments(GuestFiles files, SuiteWorkspace workspace, Suite suite) {
        List<String> argv = new ArrayList<>(StowageProgram.jvm());
        argv.removeFirst();
        argv.add(GuestProgram.class.getName());
        argv.add(files.directory().toString());
        argv.add(Boolean.toString(workspace.quick()));
        argv.add(suite.name());
        return argv;
    }

    /// @param args the directory that is shared with the host, whether only the quick selection is run, the name of the
    /// suite
    static void main(String[] args) throws Exception {
        List<String> all = List.of(args);
        GuestFiles files = new GuestFiles(Path.of(all.get(0)));
        SuiteOptions options = SuiteOptions.quick(Boolean.parseBoolean(all.get(1)));
        BuiltPrograms programs = GuestPrograms.read(files.programs());
        CheckResultFile results = new CheckResultFile(files.results());
        Suite suite = GuestSuites.named(all.get(2));
        SuiteWorkspace workspace = SuiteWorkspace.open(files.logs(), programs, options, System.out::println);
        List<CheckResult> found = new ArrayList<>();
        run(suite, workspace, found);
        results.add(found.stream().map(result -> result.of(suite.name())).toList());
    }

    private static void run(Suite suite, SuiteWorkspace workspace, List<CheckResult> results)
            throws InterruptedException {
        try {
            results.addAll(suite.run(workspace));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            results.add(CheckResult.failed("runs to its end", FailureText.of(e, workspace.logs())));
        }
        try {
            workspace.close();
            results.add(CheckResult.passed("leaves nothing behind"));
        } catch (IOException e) {
            results.add(CheckResult.failed("leaves nothing behind", FailureText.of(e, workspace.logs())));
        }
    }
}
