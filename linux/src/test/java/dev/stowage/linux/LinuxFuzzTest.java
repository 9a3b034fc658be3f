package dev.stowage.linux;

import dev.stowage.linux.mount.MountOptionsFuzz;
import dev.stowage.linux.mountinfo.MountInfoFuzz;
import dev.stowage.testing.fuzz.FuzzTests;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class LinuxFuzzTest {

    @TestFactory
    Stream<DynamicTest> everyInputIsHandled() {
        return FuzzTests.of(new MountInfoFuzz(), new MountOptionsFuzz());
    }
}
