package dev.stowage.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FioJobTest {

    private static final Path FILE = Path.of("/tmp/volume/fio");

    @Test
    void everyJobReadsAndWritesWithoutThePageCache() {
        for (FioJob fioJob : FioJob.values()) {
            assertThat(fioJob.argv(FILE, Duration.ofMillis(1500)))
                    .contains("--direct=1", "--filename=/tmp/volume/fio", "--time_based", "--runtime=1500ms");
        }
        assertThat(FioJob.filling(FILE)).contains("--direct=1", "--rw=write").doesNotContain("--time_based");
    }

    @Test
    void aJobReportsTheFigureOfItsTitle() throws IOException {
        FioResult result = FioResult.parse("""
                {"jobs": [{"jobname": "all", "error": 0,
                  "read": {"iops": 1.0, "bw_bytes": 2000000},
                  "write": {"iops": 3.0, "bw_bytes": 4000000}}]}""");

        assertThat(FioJob.RANDOM_READ.value(result)).isEqualTo(1);
        assertThat(FioJob.SEQUENTIAL_READ.value(result)).isEqualTo(2);
        assertThat(FioJob.RANDOM_WRITE.value(result)).isEqualTo(3);
        assertThat(FioJob.SEQUENTIAL_WRITE.value(result)).isEqualTo(4);
    }
}
