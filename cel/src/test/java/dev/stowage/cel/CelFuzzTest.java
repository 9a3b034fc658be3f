package dev.stowage.cel;

import dev.stowage.cel.regex.GoRegexFuzz;
import dev.stowage.testing.fuzz.FuzzTests;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class CelFuzzTest {

    @TestFactory
    Stream<DynamicTest> everyInputIsHandled() {
        return FuzzTests.of(new CelExpressionFuzz(), new GoRegexFuzz());
    }
}
