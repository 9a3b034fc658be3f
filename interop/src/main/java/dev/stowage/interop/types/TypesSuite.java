package dev.stowage.interop.types;

import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.SourceRepository;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The types of our API server are those of Kubernetes.
public final class TypesSuite implements Suite {

    /// The path of the tables in the repository.
    private static final String TABLES = "kube-types/src/main/resources/dev/stowage/kubetypes";

    @Override
    public String name() {
        return "types";
    }

    @Override
    public String summary() {
        return "The API server's type tables equal the types in the Go modules of Kubernetes.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(2);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.KUBE_TYPES);
    }

    /// A clean build of the generator takes more than a minute on two cores.
    @Override
    public boolean quick() {
        return false;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path generated = workspace.directory("types");
        ProcessRunner.run(
                        Duration.ofSeconds(45),
                        workspace.programs().path(ReferenceProgram.KUBE_TYPES),
                        generated.toString())
                .orThrow();
        GeneratedFiles files =
                new GeneratedFiles(generated, SourceRepository.home().resolve(TABLES));
        if (workspace.options().rewrite()) {
            files.rewrite();
        }
        workspace.report("compared: %d files with Kubernetes %s"
                .formatted(files.names().size(), ReferenceProgram.KUBE_TYPES.version()));
        List<CheckResult> results = new ArrayList<>(files.outcomes());
        results.add(sameVersion());
        return results;
    }

    private static CheckResult sameVersion() {
        String name = "the types are those of the Kubernetes that the other suites run";
        String version = ReferenceProgram.KUBE_APISERVER.version();
        return ReferenceProgram.KUBE_TYPES.version().equals(version)
                ? CheckResult.passed(name)
                : CheckResult.failed(
                        name,
                        ReferenceProgram.KUBE_TYPES.version() + " in go.mod of kube-types, " + version
                                + " in that of kubernetes");
    }
}
