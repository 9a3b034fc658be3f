package dev.stowage.interop.suite;

import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// A set of checks against one reference implementation.
public interface Suite {

    /// The name on the command line.
    String name();

    /// One line for `--list`.
    String summary();

    /// The timeout, without building and installing. A suite that takes longer is stopped and fails. It is for
    /// suites that hang, so it is several times the usual duration: suites that run concurrently take longer.
    Duration budget();

    /// The Go programs it needs; they are built before the clock starts.
    Set<ReferenceProgram> programs();

    default Set<DebianPackage> packages() {
        return Set.of();
    }

    /// Whether it starts a Kubernetes node: traces of two nodes on the host cannot be distinguished. Such
    /// suites run one after another, in parallel with those that use only their own directories.
    default boolean hasNode() {
        return packages().contains(DebianPackage.CONTAINERD);
    }

    /// Whether it belongs to the selection that runs on every change.
    default boolean quick() {
        return true;
    }

    /// Everything that the suite starts belongs to the workspace, which stops it in any case. An exception is a
    /// failure of the suite.
    List<CheckResult> run(SuiteWorkspace workspace) throws Exception;
}
