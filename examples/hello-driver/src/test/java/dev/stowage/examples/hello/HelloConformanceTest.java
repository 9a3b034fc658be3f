package dev.stowage.examples.hello;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.testkit.CsiConformance;
import dev.stowage.testkit.DriverUnderTest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/// The example in its own process, killed with SIGKILL at every restart of the suite.
final class HelloConformanceTest extends CsiConformance {

    @TempDir
    private Path scratch;

    private HelloProcess hello = HelloProcess.NONE;

    @Override
    protected DriverUnderTest driver() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "mounting needs root");
        hello = HelloProcess.start(scratch);
        return DriverUnderTest.at(hello.socket())
                .directory(Files.createDirectory(scratch.resolve("work")))
                .local()
                .restart(() -> {
                    hello.kill();
                    hello = HelloProcess.start(scratch);
                });
    }

    @AfterEach
    void stop() throws Exception {
        hello.kill();
    }
}
