package dev.stowage.interop.descriptor;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.v1.Volume;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/// Our protocol files are equal to the published ones.
public final class DescriptorSuite implements Suite {

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public String summary() {
        return "Our CSI and plug-in registration protocols equal the published ones.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(2);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.SPEC, ReferenceProgram.SPEC_1_12);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path directory = workspace.directory("descriptors");
        for (ReferenceProgram referenceProgram : programs()) {
            ProcessRunner.run(Duration.ofSeconds(45), workspace.programs().path(referenceProgram), directory.toString())
                    .orThrow();
        }
        SortedMap<String, String> specification = read(directory.resolve("csi.binpb"));
        SortedMap<String, String> registration = read(directory.resolve("pluginregistration.binpb"));
        workspace.report("compared: %d facts of CSI %s, %d of the kubelet's plug-in registration"
                .formatted(specification.size(), ReferenceProgram.SPEC.version(), registration.size()));
        return List.of(
                outcome(
                        "CSI " + ReferenceProgram.SPEC.version() + " with the volume condition of "
                                + ReferenceProgram.SPEC_1_12.version(),
                        DescriptorDifferences.between(
                                DescriptorFacts.of(
                                        Volume.getDescriptor().getFile().toProto()),
                                specification,
                                RetainedVolumeCondition.from(read(directory.resolve("csi-1.12.binpb"))),
                                RetainedVolumeCondition.GIVEN_UP)),
                outcome(
                        "the kubelet's plug-in registration v1",
                        DescriptorDifferences.between(
                                DescriptorFacts.of(
                                        PluginInfo.getDescriptor().getFile().toProto()),
                                registration,
                                Map.of(),
                                List.of())));
    }

    private static SortedMap<String, String> read(Path file) throws IOException {
        return DescriptorFacts.of(FileDescriptorProto.parseFrom(Files.readAllBytes(file)));
    }

    private static CheckResult outcome(String name, List<String> differences) {
        return differences.isEmpty()
                ? CheckResult.passed(name)
                : CheckResult.failed(
                        name, differences.size() + " differences:\n     " + String.join("\n     ", differences));
    }
}
