package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.mount.ThreadNamespaces;
import dev.stowage.linux.mount.ThreadNamespaces.Kind;
import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.node.runtime.process.ContainerRecord.Pid;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ContainerHandlesTest {
    private static final long SELF = ProcessHandle.current().pid();

    /// A container whose first process has the number of this one, and its mount namespace.
    private static ContainerRecord record(long start) throws IOException {
        long mounts;
        try (Descriptor own = ThreadNamespaces.of(SELF, Kind.MOUNTS)) {
            mounts = Stat.of(own).inode();
        }
        return new ContainerRecord(
                "id",
                "pod",
                "main",
                0,
                "",
                "",
                Path.of("log"),
                List.of(),
                "",
                List.of(),
                Instant.EPOCH,
                Pid.NONE,
                new Pid(SELF, start),
                mounts);
    }

    @Test
    void aRunningContainerKeepsItsNamespace() throws Exception {
        long start = ProcessDescriptor.startOf(SELF).orElseThrow();

        assertThat(ContainerHandles.adopted(record(start)).mounts())
                .hasValueSatisfying(mounts -> assertThat(mounts.number()).isPositive());
    }

    /// All processes in the namespace of a container are killed when it has ended.
    @Test
    void aLaterProcessWithTheSameNumbersIsNotTakenForTheContainer() throws Exception {
        long start = ProcessDescriptor.startOf(SELF).orElseThrow();

        assertThat(ContainerHandles.adopted(record(start + 1)).mounts()).isEmpty();
    }
}
