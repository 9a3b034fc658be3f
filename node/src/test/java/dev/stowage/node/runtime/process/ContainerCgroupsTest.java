package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ContainerCgroupsTest {
    @RegisterExtension
    private final ProcessRuntimeFixture fixture = new ProcessRuntimeFixture();

    private static void assumeLimits() throws IOException {
        List<Path> made = new ContainerCgroups()
                .make("trial", ProcessRuntimeFixture.json("{\"limits\":{\"memory\":\"64Mi\",\"cpu\":\"1\"}}"));
        ContainerCgroups.remove(made);
        assumeTrue(!made.isEmpty(), "this machine offers no control groups");
    }

    @Test
    void aContainerThatWantsMoreMemoryThanItMayIsEndedAndThatIsTold() throws IOException {
        assumeLimits();

        String id = fixture.draft("sh", "-c", "head -c 200000000 /dev/zero | tail | wc -c; exec tail /dev/zero")
                .spec("{\"resources\":{\"limits\":{\"memory\":\"24Mi\"}}}")
                .start();

        assertThat(fixture.exit(id).code()).isEqualTo(137);
        assertThat(fixture.exit(id).reason()).isEqualTo("OOMKilled");
    }

    @Test
    void groupsGoWithTheirContainer() throws Exception {
        assumeLimits();
        String id = fixture.draft("sleep", "infinity")
                .spec("{\"resources\":{\"limits\":{\"memory\":\"64Mi\",\"cpu\":\"500m\"}}}")
                .start();
        List<String> own = List.of(fixture.runtime()
                .execute(id, List.of("cat", "/proc/self/cgroup"), java.time.Duration.ofSeconds(60))
                .output()
                .split("\n", -1));
        assertThat(own).anyMatch(line -> line.endsWith("stowage/" + id));
        ContainerRecord known = ContainerRecord.read(RecordFile.read(fixture.paths()
                .journal()
                .resolve("process/pods")
                .resolve(ProcessRuntimeFixture.UID)
                .resolve(id)
                .resolve(RuntimeDirectories.RECORD)));
        assertThat(known.groups()).isNotEmpty().allMatch(Files::isDirectory);

        fixture.runtime().remove(id);

        assertThat(known.groups()).noneMatch(Files::exists);
    }
}
