package dev.stowage.bench.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubjectsTest {

    @Test
    void bothSidesAnswerManyCallersAtOnce(@TempDir Path folder) throws Exception {
        try (Subject ours = new Ours(folder.resolve("ours.sock"));
                Subject plain = new PlainGrpc(folder.resolve("plain.sock"))) {
            assertThat(Load.of(ours.channel(), 4, Duration.ofMillis(50)).count())
                    .isGreaterThanOrEqualTo(4);
            assertThat(Load.of(plain.channel(), 4, Duration.ofMillis(50)).count())
                    .isGreaterThanOrEqualTo(4);
        }
    }
}
