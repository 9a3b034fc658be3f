package dev.stowage.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FuzzSessionTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @FunctionalInterface
    private interface Reader {
        void read(byte[] input) throws Exception;
    }

    private record ReaderFuzz(Reader reader) implements FuzzTarget {
        @Override
        public List<byte[]> seeds() {
            return FuzzTarget.texts("(a)", "b");
        }

        @Override
        public void run(byte[] input) throws Exception {
            reader.read(input);
        }
    }

    private static FuzzSession session(Duration limit, Reader reader) {
        return new FuzzSession(new ReaderFuzz(reader), limit);
    }

    private static byte[] nested(int depth) {
        return "(".repeat(depth).getBytes(StandardCharsets.US_ASCII);
    }

    private static int depth(byte[] input, int at) {
        return at < input.length && input[at] == '(' ? 1 + depth(input, at + 1) : 0;
    }

    private static int number(byte[] input) {
        return Integer.parseInt(FuzzTarget.text(input));
    }

    @Test
    void aTargetThatHandlesAllInputsHasNoFinding() throws Exception {
        assertThat(session(LONG, _ -> {}).run(FuzzTarget.texts("a", "b").iterator()))
                .isEmpty();
    }

    @Test
    void anExceptionIsAFindingWithItsInput() throws Exception {
        var finding = session(LONG, FuzzSessionTest::number)
                .run(FuzzTarget.texts("1", "x", "y").iterator());

        assertThat(finding).hasValueSatisfying(found -> {
            assertThat(FuzzTarget.text(found.input())).isEqualTo("x");
            assertThat(found.cause()).isInstanceOf(NumberFormatException.class);
        });
    }

    @Test
    void aStackOverflowIsAFinding() throws Exception {
        var finding = session(LONG, input -> depth(input, 0))
                .run(List.of(nested(10), nested(1_000_000)).iterator());

        assertThat(finding)
                .hasValueSatisfying(found -> assertThat(found.cause()).isInstanceOf(StackOverflowError.class));
    }

    @Test
    void anInputThatHangsIsAFindingWithTheStackOfItsThread() throws Exception {
        CountDownLatch never = new CountDownLatch(1);

        var finding = session(Duration.ofMillis(200), _ -> never.await())
                .run(FuzzTarget.texts("slow").iterator());

        assertThat(finding).hasValueSatisfying(found -> {
            assertThat(found.cause()).hasMessageContaining("takes longer than PT0.2S");
            assertThat(found.cause().getStackTrace()).isNotEmpty();
        });
        never.countDown();
    }

    @Test
    void theSameSeedGivesTheSameMutations() {
        assertThat(mutations(5)).containsExactlyElementsOf(mutations(5)).isNotEqualTo(mutations(6));
        assertThat(mutations(5)).anyMatch(input -> input.length() > 1_000);
    }

    private static List<String> mutations(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        FuzzMutator mutator = new FuzzMutator(random, FuzzTarget.texts("(a)", "{'b': [1]}"), List.of("{", "\"a\""));
        return Stream.generate(mutator::next).limit(500).map(FuzzTarget::text).toList();
    }
}
