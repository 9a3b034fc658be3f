package dev.stowage.interop.sidecar;

import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Our snapshot controller in place of the upstream one. Scenarios and transcripts are those of the sidecars: a
/// csi-snapshotter, ours or upstream's, must not notice the difference.
public final class SnapshotControllerSuite implements Suite {

    private final Suite sidecars = new SidecarSuite();

    @Override
    public String name() {
        return "snapshots";
    }

    @Override
    public String summary() {
        return "csi-snapshotter, ours and the Go one, does the same with our snapshot controller as with the Go one.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(20);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return sidecars.programs();
    }

    @Override
    public Set<DebianPackage> packages() {
        return sidecars.packages();
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "drivers need root to mount"));
        }
        List<SidecarScenario> scenarios = Stream.concat(
                        SnapshotterScenarios.ALL.stream(),
                        ProvisionerScenarios.ALL.stream()
                                .filter(sidecarScenario ->
                                        sidecarScenario.name().equals("from-snapshot")))
                .toList();
        return SidecarSuite.quietly(workspace, StowageProgram.argv(List.of("snapshot-controller")), scenarios, false);
    }
}
