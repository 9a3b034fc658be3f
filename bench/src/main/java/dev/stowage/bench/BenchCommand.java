package dev.stowage.bench;

import dev.stowage.bench.apiserver.ApiServerBenchmark;
import dev.stowage.bench.driver.DriverBenchmark;
import dev.stowage.bench.rpc.RpcBenchmark;
import dev.stowage.bench.startup.StartupBenchmark;
import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.Flags;
import dev.stowage.flags.Parsed;
import dev.stowage.flags.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `./stowage bench`: our figures beside those of a peer, as a table and as JSON.
public final class BenchCommand implements Command {

    private static final List<Benchmark> ALL =
            List.of(new StartupBenchmark(), new RpcBenchmark(), new DriverBenchmark(), new ApiServerBenchmark());

    @Override
    public String name() {
        return "bench";
    }

    @Override
    public String summary() {
        return "Measure Stowage beside a peer; print a table and write JSON.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        Flags flags = new Flags(
                        "stowage bench [NAME…] [--peer-bin FOLDER] [--list]",
                        "Runs the benchmarks named, or all of them, and writes target/bench/NAME.json for each.")
                .arguments(ALL.size())
                .examples("stowage bench --list\nstowage bench startup\nstowage bench driver --peer-bin ~/peers");
        Flag<Boolean> list = flags.bool("list", false, "list the benchmarks and run none");
        Flag<String> peers =
                flags.text("peer-bin", "", "a folder with programs of peers: hostpathplugin, of csi-driver-host-path");
        Parsed line = flags.parse(args);
        List<Benchmark> chosen = chosen(line.arguments());
        if (line.value(list)) {
            chosen.forEach(each -> System.out.printf("%-10s %s%n", each.name(), each.summary()));
            return 0;
        }
        Path home = Path.of(System.getProperty("stowage.home", ""));
        String folder = line.value(peers);
        Around around = new Around(
                home,
                folder.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Path.of(folder).toAbsolutePath()),
                System.err::println);
        for (Benchmark benchmark : chosen) {
            Machine machine = Machine.here();
            System.out.printf("%s: %s%n%s%n", benchmark.name(), benchmark.summary(), machine.line());
            List<Row> rows = benchmark.run(around);
            Path file = ResultFile.write(home.resolve("target", "bench"), benchmark.name(), machine, rows);
            System.out.printf("%n%s%nAs JSON: %s%n%n", Table.of(rows), file);
        }
        return 0;
    }

    private static List<Benchmark> chosen(List<String> names) {
        if (names.isEmpty()) {
            return ALL;
        }
        List<Benchmark> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(ALL.stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("there is no benchmark " + name + " (--list lists them)")));
        }
        return List.copyOf(chosen);
    }
}
