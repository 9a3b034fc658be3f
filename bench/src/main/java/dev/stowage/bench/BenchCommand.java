package dev.stowage.bench;

import dev.stowage.bench.apiserver.ApiServerBenchmark;
import dev.stowage.bench.control.ControlBenchmark;
import dev.stowage.bench.driver.DriverBenchmark;
import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.MachineInfo;
import dev.stowage.bench.harness.ResultFile;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultTable;
import dev.stowage.bench.lab.LabBenchmark;
import dev.stowage.bench.node.NodeBenchmark;
import dev.stowage.bench.rpc.RpcBenchmark;
import dev.stowage.bench.sidecar.SidecarBenchmark;
import dev.stowage.bench.soak.SoakBenchmark;
import dev.stowage.bench.startup.StartupBenchmark;
import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `./stowage bench`: compares our figures with those of a peer, as a table and as JSON.
public final class BenchCommand implements Command {

    private static final List<Benchmark> ALL = List.of(
            new StartupBenchmark(),
            new RpcBenchmark(),
            new DriverBenchmark(),
            new LabBenchmark(),
            new ApiServerBenchmark(),
            new SidecarBenchmark(),
            new ControlBenchmark(),
            new NodeBenchmark(),
            new SoakBenchmark());

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public String summary() {
        return "Measure Stowage against its peers, print a table and write JSON.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        FlagSet flags = new FlagSet(
                        "stowage bench [NAME…] [--quick] [--only ROWS] [--minutes N] [--peer-bin FOLDER] [--list]",
                        "Runs the named benchmarks, or all of them but soak, and writes target/bench/NAME.json for each.")
                .arguments(ALL.size())
                .words(ALL.stream().map(Benchmark::name).toList())
                .examples("stowage bench --list\nstowage bench startup\nstowage bench driver --peer-bin ~/peers");
        Flag<Boolean> list = flags.bool("list", false, "list the benchmarks and exit");
        Flag<String> peers = flags.directory(
                "peer-bin",
                "",
                "directory with the programs of peers: hostpathplugin, csi-provisioner and other Go sidecars");
        Flag<Boolean> quick =
                flags.bool("quick", false, "use small sizes where the benchmark takes long (lab, control, node, soak)");
        Flag<List<String>> only =
                flags.list("only", List.of(), "groups of rows to measure (node: first, turns, crowd, idle)");
        Flag<Integer> minutes = flags.integer("minutes", 60, "how long soak runs");
        ParsedFlags line = flags.parse(args);
        List<Benchmark> chosen = chosen(line.arguments());
        if (line.value(list)) {
            chosen.forEach(each -> System.out.printf("%-10s %s%n", each.name(), each.summary()));
            return 0;
        }
        Path home = Path.of(System.getProperty("stowage.home", ""));
        String folder = line.value(peers);
        BenchmarkContext context = new BenchmarkContext(
                home,
                folder.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Path.of(folder).toAbsolutePath()),
                line.value(quick),
                line.value(only),
                Duration.ofMinutes(atLeastOne(line.value(minutes))),
                System.err::println);
        for (Benchmark benchmark : chosen) {
            MachineInfo machineInfo = MachineInfo.detect();
            System.out.printf("%s: %s%n%s%n", benchmark.name(), benchmark.summary(), machineInfo.summary());
            List<ResultRow> rows = benchmark.run(context);
            Path file = ResultFile.write(home.resolve("target", "bench"), benchmark.name(), machineInfo, rows);
            System.out.printf("%n%s%nAs JSON: %s%n%n", ResultTable.of(rows), file);
        }
        return 0;
    }

    private static int atLeastOne(int minutes) {
        if (minutes < 1) {
            throw new UsageException("flag --minutes: " + minutes + " is less than one minute");
        }
        return minutes;
    }

    private static List<Benchmark> chosen(List<String> names) {
        if (names.isEmpty()) {
            return ALL.stream().filter(each -> !each.isLong()).toList();
        }
        List<Benchmark> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(ALL.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("unknown benchmark \"" + name + "\" (--list shows all)")));
        }
        return List.copyOf(chosen);
    }
}
