package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.process.ProcessDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUsageTest {
    @TempDir
    private Path proc;

    /// @param ticks of user time
    private void process(int pid, int parent, int start, int ticks, int kilobytes) throws Exception {
        Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                "%d (a ) name) S %d 0 0 0 -1 0 0 0 0 0 %d 1 2 3 20 0 1 0 %d 0 0\n"
                        .formatted(pid, parent, ticks, start));
        Files.writeString(folder.resolve("status"), "Name:\ta\nVmRSS:\t  %d kB\n".formatted(kilobytes));
    }

    @Test
    void containerIsTheSumOfItsProcesses() throws Exception {
        process(10, 1, 500, 94, 100);
        process(11, 10, 501, 194, 50);
        process(12, 11, 502, 0, 4);
        process(99, 1, 503, 1000, 1000);
        Files.writeString(Files.createDirectories(proc.resolve("self")).resolve("stat"), "not a process");
        ProcessUsage usage = ProcessUsage.read(proc);
        assertThat(usage.of(new ContainerRecord.Pid(10, 500)))
                .hasValue(new ProcessUsage.Sum(Duration.ofMillis(3060), 154 * 1024));
        assertThat(usage.of(new ContainerRecord.Pid(12, 502)))
                .hasValue(new ProcessUsage.Sum(Duration.ofMillis(60), 4 * 1024));
    }

    @Test
    void laterProcessWithTheSameNumberIsAnother() throws Exception {
        process(10, 1, 500, 100, 100);
        ProcessUsage usage = ProcessUsage.read(proc);
        assertThat(usage.of(new ContainerRecord.Pid(10, 499))).isEmpty();
        assertThat(usage.of(ContainerRecord.Pid.NONE)).isEmpty();
    }

    @Test
    void kernelShowsThisProcessThatWay() throws Exception {
        long own = ProcessHandle.current().pid();
        long start = ProcessDescriptor.startOf(own).orElseThrow();
        ProcessUsage.Sum sum = ProcessUsage.read(Path.of("/proc"))
                .of(new ContainerRecord.Pid(own, start))
                .orElseThrow();
        assertThat(sum.processor()).isPositive();
        assertThat(sum.memory()).isPositive();
    }
}
