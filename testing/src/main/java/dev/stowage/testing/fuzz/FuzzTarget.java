package dev.stowage.testing.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// Code that reads input from outside. Its class ends in `Fuzz` and has a constructor without parameters, so that
/// `./stowage fuzz` finds it.
///
/// A target returns for every input: it catches the exceptions that the code declares for invalid input. Anything
/// else that it throws, and an input that takes seconds, is a finding. A finding is fixed, and its input is kept in
/// `src/test/resources/fuzz/NAME/`, where every test run reads it again.
public interface FuzzTarget {

    /// Valid inputs, of which others are made.
    List<byte[]> seeds();

    /// Words of the format that mutations insert.
    default List<String> words() {
        return List.of();
    }

    /// @throws Exception a finding
    void run(byte[] input) throws Exception;

    /// The class without `Fuzz`.
    default String name() {
        return getClass().getSimpleName().replaceFirst("Fuzz$", "");
    }

    static List<byte[]> texts(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }
}
