package dev.stowage.bench.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RpcSubjectsTest {

    @Test
    void bothSidesAnswerManyCallersAtOnce(@TempDir Path folder) throws Exception {
        try (RpcSubject ours = new StowageGrpc(folder.resolve("ours.sock"));
                RpcSubject plain = new PlainGrpc(folder.resolve("plain.sock"))) {
            assertThat(ClosedLoopLoad.of(ours.channel(), 4, Duration.ofMillis(50))
                            .count())
                    .isGreaterThanOrEqualTo(4);
            assertThat(ClosedLoopLoad.of(plain.channel(), 4, Duration.ofMillis(50))
                            .count())
                    .isGreaterThanOrEqualTo(4);
        }
    }
}
