package dev.stowage.sim;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// `./stowage sim`.
public final class SimCommand implements Command {

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public String summary() {
        return "Run the volume controllers on a virtual clock with injected faults, and check invariants.";
    }

    @Override
    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public int run(List<String> args) throws IOException, InterruptedException {
        FlagSet flags = new FlagSet("stowage sim [--seed N] [--rounds N] [--steps N]", summary())
                .examples("stowage sim --rounds 200\nstowage sim --seed 17 --rounds 1 --steps 5000");
        Flag<Long> seed = flags.value(
                "seed", "int", 1L, "Seed of the first round; each further round uses the next number.", text -> {
                    try {
                        return Long.valueOf(text);
                    } catch (NumberFormatException e) {
                        throw new IllegalArgumentException("\"" + text + "\" is not a number", e);
                    }
                });
        Flag<Integer> rounds = flags.integer("rounds", 50, "Number of rounds.");
        Flag<Integer> steps = flags.integer(
                "steps", 2000, "Steps with injected faults in each round, before the checks for convergence.");
        ParsedFlags line = flags.parse(args);
        return runRounds(line.value(seed), line.value(rounds), line.value(steps), System.out);
    }

    private static int runRounds(long seed, int rounds, int steps, PrintStream out)
            throws IOException, InterruptedException {
        long writes = 0;
        int kills = 0;
        for (int round = 0; round < rounds; round++) {
            var simulation = new Simulation(seed + round, ControllerSet.standard());
            try {
                Simulation.Summary summary = simulation.run(steps);
                writes += summary.writes();
                kills += summary.kills();
            } catch (InvariantViolationException e) {
                simulation.recent().forEach(out::println);
                out.printf("seed %d: %s%n", seed + round, e.getMessage());
                out.printf("to repeat: stowage sim --seed %d --rounds 1 --steps %d%n", seed + round, steps);
                return 1;
            }
            if ((round + 1) % 10 == 0 || round + 1 == rounds) {
                out.printf(
                        "%d of %d rounds: %d writes, controllers killed %d times, no invariant violated%n",
                        round + 1, rounds, writes, kills);
            }
        }
        return 0;
    }
}
