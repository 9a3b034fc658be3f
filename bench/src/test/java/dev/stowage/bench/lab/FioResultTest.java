package dev.stowage.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.bench.lab.FioResult.Direction;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class FioResultTest {

    /// What fio 3.33 prints, without the fields that are not read.
    private static final String OUTPUT = """
            {
              "fio version" : "fio-3.33",
              "jobs" : [
                {
                  "jobname" : "randread",
                  "groupid" : 0,
                  "error" : 0,
                  "read" : {
                    "io_bytes" : 282421550,
                    "bw_bytes" : 141210775,
                    "bw" : 137901,
                    "iops" : 34475.287069
                  },
                  "write" : {
                    "io_bytes" : 0,
                    "bw_bytes" : 0,
                    "bw" : 0,
                    "iops" : 0.000000
                  }
                }
              ]
            }
            """;

    @Test
    void figuresOfADirectionAreRead() throws IOException {
        FioResult result = FioResult.parse(OUTPUT);

        assertThat(result.iops(Direction.READ)).isEqualTo(34475.287069);
        assertThat(result.bytesPerSecond(Direction.READ)).isEqualTo(141210775);
    }

    @Test
    void aDirectionWithoutIoIsRefused() throws IOException {
        FioResult result = FioResult.parse(OUTPUT);

        assertThatThrownBy(() -> result.iops(Direction.WRITE)).hasMessage("fio did no I/O: iops of write is 0.0");
    }

    @Test
    void notesAboveTheJsonAreSkipped() throws IOException {
        FioResult result =
                FioResult.parse("note: {both} iodepth >= 1 and a synchronous engine are selected\n" + OUTPUT);

        assertThat(result.iops(Direction.READ)).isPositive();
    }

    @Test
    void aJobThatFailedIsRefused() {
        assertThatThrownBy(() -> FioResult.parse(OUTPUT.replace("\"error\" : 0", "\"error\" : 28")))
                .isInstanceOf(IOException.class)
                .hasMessage("fio reports error 28 of job \"randread\"");
    }

    @Test
    void anOutputWithoutAJobIsRefused() {
        assertThatThrownBy(() -> FioResult.parse("fio: unknown option")).hasMessageContaining("unknown option");
        assertThatThrownBy(() -> FioResult.parse("{}")).hasMessage("fio reports 0 jobs instead of one");
    }
}
