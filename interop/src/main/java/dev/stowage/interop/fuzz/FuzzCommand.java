package dev.stowage.interop.fuzz;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The last step of `./stowage fuzz`: the launcher has compiled the targets.
public final class FuzzCommand implements Command {

    @Override
    public String name() {
        return "fuzz";
    }

    @Override
    public String summary() {
        return "Run the fuzz targets under Jazzer, guided by coverage.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        FlagSet flags = new FlagSet(
                        "stowage fuzz [TARGET…] [--inputs N] [--limit DURATION]",
                        "Feeds hostile inputs to the code that reads what others send: decoders, selectors, patches,"
                                + " CEL, HTTP, CSI messages. An exception that the code does not declare, an input that"
                                + " takes more than 20s and a stack overflow are findings; their inputs are in"
                                + " MODULE/target/fuzz. A later run continues where the last one stopped. Exit status 1"
                                + " means that there are findings.")
                .arguments(Integer.MAX_VALUE)
                .examples("stowage fuzz\nstowage fuzz CelExpression --inputs 1000000");
        Flag<Integer> inputs = flags.integer("inputs", 100_000, "inputs for each target");
        Flag<Duration> limit = flags.duration("limit", Duration.ofMinutes(30), "maximum time for each target");
        Flag<Integer> jobs = flags.integer("jobs", 2, "targets to run at the same time");
        ParsedFlags line = flags.parse(args);
        List<FuzzClass> chosen = chosen(line.arguments());
        List<Callable<FuzzResult>> runs = new ArrayList<>();
        for (FuzzClass target : chosen) {
            runs.add(() -> {
                FuzzResult result = new JazzerProcess(target, line.value(inputs), line.value(limit)).run();
                System.out.println(result.text());
                return result;
            });
        }
        List<FuzzResult> results = all(runs, line.value(jobs));
        long passed = results.stream().filter(FuzzResult::passed).count();
        System.out.printf(
                "%,d inputs%n%d passed, %d failed%n",
                results.stream().mapToLong(FuzzResult::inputs).sum(), passed, results.size() - passed);
        return passed == results.size() ? 0 : 1;
    }

    private static List<FuzzClass> chosen(List<String> names) throws IOException {
        List<FuzzClass> all = FuzzClass.beneath(Path.of(System.getProperty("stowage.home", ".")));
        if (all.isEmpty()) {
            throw new IOException("no fuzz targets are compiled (run ./stowage fuzz)");
        }
        for (String name : names) {
            if (all.stream().noneMatch(target -> target.name().equals(name))) {
                throw new UsageException("unknown fuzz target " + name + " (there are: "
                        + String.join(", ", all.stream().map(FuzzClass::name).toList()) + ")");
            }
        }
        return names.isEmpty()
                ? all
                : all.stream().filter(target -> names.contains(target.name())).toList();
    }

    private static List<FuzzResult> all(List<Callable<FuzzResult>> runs, int jobs)
            throws IOException, InterruptedException {
        try (ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, jobs))) {
            List<FuzzResult> results = new ArrayList<>();
            for (Future<FuzzResult> run : executor.invokeAll(runs)) {
                results.add(run.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IOException("a fuzz target did not run: " + e.getMessage(), e);
        }
    }
}
