package dev.stowage.interop.lab;

import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.util.List;

/// A shell in a guest, on the terminal of the developer.
public final class LabShell {

    private LabShell() {}

    /// Returns when the shell has ended, and the guest with it.
    public static void run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        GuestFiles files = new GuestFiles(workspace.directory("guest"));
        files.prepare(List.of());
        workspace.report("Booting. The root is that of this machine, read-only; " + files.directory()
                + " is shared with it. Leave with \"exit\".");
        ProcessBuilder builder = new ProcessBuilder(LabGuest.argv(files, "con0=fd:0,fd:1")).inheritIO();
        builder.environment().putAll(WideRegisters.environment(files.directory()));
        Process kernel = builder.start();
        workspace.own(kernel::destroyForcibly);
        kernel.waitFor();
    }
}
