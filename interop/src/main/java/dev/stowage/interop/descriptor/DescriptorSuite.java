package dev.stowage.interop.descriptor;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.v1.Volume;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Program;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/// Our protocol files say what their owners' files say.
public final class DescriptorSuite implements Suite {

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public String summary() {
        return "Our CSI and plug-in registration protocols equal those that their owners publish.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(2);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of(Judge.SPEC, Judge.SPEC_1_12);
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        Path directory = bench.directory("descriptors");
        for (Judge judge : judges()) {
            Program.run(Duration.ofSeconds(45), bench.judges().path(judge), directory.toString())
                    .orThrow();
        }
        SortedMap<String, String> specification = read(directory.resolve("csi.binpb"));
        SortedMap<String, String> registration = read(directory.resolve("pluginregistration.binpb"));
        bench.say("compared: %d facts of CSI %s, %d of the kubelet's plug-in registration"
                .formatted(specification.size(), Judge.SPEC.version(), registration.size()));
        return List.of(
                outcome(
                        "CSI " + Judge.SPEC.version() + " with the volume condition of " + Judge.SPEC_1_12.version(),
                        Differences.between(
                                DescriptorFacts.of(
                                        Volume.getDescriptor().getFile().toProto()),
                                specification,
                                KeptParts.from(read(directory.resolve("csi-1.12.binpb"))),
                                KeptParts.GIVEN_UP)),
                outcome(
                        "the kubelet's plug-in registration v1",
                        Differences.between(
                                DescriptorFacts.of(
                                        PluginInfo.getDescriptor().getFile().toProto()),
                                registration,
                                Map.of(),
                                List.of())));
    }

    private static SortedMap<String, String> read(Path file) throws IOException {
        return DescriptorFacts.of(FileDescriptorProto.parseFrom(Files.readAllBytes(file)));
    }

    private static Outcome outcome(String name, List<String> differences) {
        return differences.isEmpty()
                ? Outcome.passed(name)
                : Outcome.failed(
                        name, differences.size() + " differences:\n     " + String.join("\n     ", differences));
    }
}
