package dev.stowage.testing.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Makes inputs from others: each is a seed with a few changes.
final class FuzzMutator {
    private static final int LONGEST = 32 << 10;
    private static final int MOST_CHANGES = 5;
    private static final int MOST_REPEATS = 2_000;
    private static final List<String> NUMBERS =
            List.of("0", "-1", "9223372036854775807", "9223372036854775808", "1e999", "00", "0.0000001", "4294967296");

    private final RandomGenerator random;
    private final List<byte[]> seeds;
    private final List<String> words;

    FuzzMutator(RandomGenerator random, List<byte[]> seeds, List<String> words) {
        this.random = random;
        this.seeds = List.copyOf(seeds);
        this.words = words.isEmpty() ? NUMBERS : List.copyOf(words);
    }

    byte[] next() {
        byte[] input = seed();
        for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
            input = changed(input);
        }
        return input.length > LONGEST ? Arrays.copyOf(input, LONGEST) : input;
    }

    private byte[] seed() {
        return seeds.get(random.nextInt(seeds.size()));
    }

    private byte[] changed(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int end = at + random.nextInt(Math.min(input.length - at, 64) + 1);
        return switch (random.nextInt(9)) {
            case 0 -> replaced(input, at, end, new byte[0]);
            case 1 -> replaced(input, at, at, bytes(words));
            case 2 -> replaced(input, at, end, bytes(words));
            case 3 -> replaced(input, at, end, bytes(NUMBERS));
            case 4 -> repeated(input, at, end);
            case 5 -> joined(input, at);
            case 6 -> replaced(input, at, at, new byte[] {(byte) random.nextInt(256)});
            default -> flipped(input, at);
        };
    }

    private byte[] bytes(List<String> texts) {
        return texts.get(random.nextInt(texts.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] with) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(input.length + with.length);
        out.write(input, 0, from);
        out.writeBytes(with);
        out.write(input, to, input.length - to);
        return out.toByteArray();
    }

    /// Brackets that are repeated nest deeply.
    private byte[] repeated(byte[] input, int from, int to) {
        int end = Math.min(to, from + 1 + random.nextInt(4));
        byte[] part = Arrays.copyOfRange(input, from, Math.max(from, end));
        int times = random.nextInt(20) == 0 ? MOST_REPEATS : random.nextInt(8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            out.writeBytes(part);
        }
        return replaced(input, from, from, out.toByteArray());
    }

    /// The beginning of one input and the end of another.
    private byte[] joined(byte[] input, int at) {
        byte[] other = seed();
        int from = random.nextInt(other.length + 1);
        return replaced(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
    }

    private byte[] flipped(byte[] input, int at) {
        if (at == input.length) {
            return input;
        }
        byte[] copy = input.clone();
        copy[at] = random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (copy[at] ^ 1 << random.nextInt(8));
        return copy;
    }
}
