package dev.stowage.testing.fuzz;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// The fuzz targets of a module as tests: the seeds, all inputs that were findings once, and some thousand mutations.
///
/// The mutations are the same in each run, so that a failure can be repeated. `-Dstowage.fuzz.seed=N` gives others,
/// `-Dstowage.fuzz.runs=N` more.
public final class FuzzTests {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long RUNS = Long.getLong("stowage.fuzz.runs", 5_000);
    private static final long SEED = Long.getLong("stowage.fuzz.seed", 1);

    private FuzzTests() {}

    public static Stream<DynamicTest> of(FuzzTarget... targets) {
        return Stream.of(targets).map(target -> DynamicTest.dynamicTest(target.name(), () -> check(target)));
    }

    private static void check(FuzzTarget target) throws IOException, InterruptedException {
        List<byte[]> known = new ArrayList<>(target.seeds());
        known.addAll(regressions(target));
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        FuzzMutator mutator = new FuzzMutator(random, known, target.words());
        Iterator<byte[]> inputs = Stream.concat(
                        known.stream(), Stream.generate(mutator::next).limit(RUNS))
                .iterator();
        Optional<FuzzSession.Finding> finding = new FuzzSession(target, LIMIT).run(inputs);
        if (finding.isPresent()) {
            byte[] input = finding.get().input();
            throw new AssertionError(
                    "an input of %d bytes, kept in %s, was not handled: %s"
                            .formatted(
                                    input.length,
                                    keep(target, input),
                                    finding.get().cause()),
                    finding.get().cause());
        }
    }

    /// Inputs that were findings once.
    static List<byte[]> regressions(FuzzTarget target) throws IOException {
        URL folder = target.getClass().getResource("/fuzz/" + target.name());
        if (folder == null) {
            return List.of();
        }
        List<byte[]> inputs = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(uri(folder)))) {
            for (Path file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
        }
        return inputs;
    }

    private static URI uri(URL folder) throws IOException {
        try {
            return folder.toURI();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static Path keep(FuzzTarget target, byte[] input) throws IOException {
        String name = "%s-%s".formatted(target.name(), HexFormat.of().toHexDigits(Arrays.hashCode(input)));
        Path file = Files.createDirectories(Path.of("target", "fuzz")).resolve(name);
        return Files.write(file, input).toAbsolutePath();
    }
}
