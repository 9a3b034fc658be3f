package dev.stowage.k8s;

import dev.stowage.testing.fuzz.FuzzTests;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class K8sFuzzTest {

    @TestFactory
    Stream<DynamicTest> everyInputIsHandled() {
        return FuzzTests.of(new LabelSelectorFuzz(), new QuantityFuzz(), new ObjectFieldsFuzz());
    }
}
