package dev.stowage.interop.lab;

import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Runs suites inside a guest with a kernel of its own: what needs the device mapper, an NFS server or project quotas.
public final class LabSuite implements Suite {

    public static final String NAME = "lab";

    /// What the drivers and servers in a guest need.
    static final Set<DebianPackage> STORAGE = Set.of(
            DebianPackage.LVM,
            DebianPackage.THIN_PROVISIONING_TOOLS,
            DebianPackage.NFS_SERVER,
            DebianPackage.BINDFS,
            DebianPackage.E2FSPROGS,
            DebianPackage.XFSPROGS,
            DebianPackage.BTRFS_PROGS);

    private static final Duration COMPILING = Duration.ofMinutes(15);
    private static final Duration QUICK = Duration.ofMinutes(12);
    static final Duration WHOLE = Duration.ofMinutes(60);

    private final boolean isWhole;
    private final List<Suite> inside;

    /// @param names of the suites that run inside the guest; all when empty
    public LabSuite(List<String> names) {
        isWhole = names.isEmpty();
        inside = GuestSuites.named(names);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "Runs tests inside User Mode Linux: LVM, NFS, project quotas, I/O errors.";
    }

    @Override
    public Duration budget() {
        return WHOLE.multipliedBy(inside.size()).plus(COMPILING);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return inside.stream()
                .flatMap(suite -> suite.programs().stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ReferenceProgram.class)));
    }

    @Override
    public Set<DebianPackage> packages() {
        Set<DebianPackage> packages = EnumSet.copyOf(LabProgram.PACKAGES);
        inside.forEach(suite -> packages.addAll(suite.packages()));
        return packages;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        // With the launcher, which knows how to build, and keeps two builds from running at the same time.
        ProcessRunner.run(COMPILING, StowageProgram.launched(List.of("build", "--lab-tests")))
                .orThrow();
        List<Suite> suites = workspace.quick() && isWhole ? GuestSuites.quick() : inside;
        return new GuestRuns(workspace, workspace.quick() ? QUICK : WHOLE).all(suites);
    }
}
