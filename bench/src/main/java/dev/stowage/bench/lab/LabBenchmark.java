package dev.stowage.bench.lab;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.lab.LabProgram;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Boots a guest, whose kernel has the device mapper, and measures in it.
public final class LabBenchmark implements Benchmark {

    private static final Duration DEADLINE = Duration.ofMinutes(40);

    @Override
    public String name() {
        return "lab";
    }

    @Override
    public String summary() {
        return "fio on volumes of every local backend and on the raw device, lives of logical volumes, in a guest";
    }

    @Override
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        Set<DebianPackage> packages = EnumSet.copyOf(LabProgram.PACKAGES);
        packages.add(DebianPackage.FIO);
        try (SuiteWorkspace suiteWorkspace =
                StandaloneWorkspace.open("bench-lab", Set.of(), packages, context::report)) {
            Path results = LabProgram.run(
                    suiteWorkspace, LabMeasurement.class, List.of(Boolean.toString(context.quick())), DEADLINE);
            return LabRows.of(new SampleFile(results).read());
        }
    }
}
