package dev.stowage.csi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.RpcOutcome.Exhausted;
import io.grpc.Status;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RpcOutcomeTest {

    @Test
    void onlyTheCodesThatLeaveWorkBehindAreUncertain() {
        var uncertain = Arrays.stream(Status.Code.values())
                .filter(code -> RpcOutcome.of(code, Exhausted.IS_FINAL) == RpcOutcome.UNCERTAIN);

        assertThat(uncertain)
                .containsExactlyInAnyOrder(
                        Status.Code.CANCELLED,
                        Status.Code.DEADLINE_EXCEEDED,
                        Status.Code.UNAVAILABLE,
                        Status.Code.ABORTED);
    }

    @Test
    void exhaustionIsWhatTheCallerSaysItIs() {
        var full = Status.RESOURCE_EXHAUSTED.asRuntimeException();

        assertThat(RpcOutcome.of(full, Exhausted.IS_FINAL)).isEqualTo(RpcOutcome.FINAL);
        assertThat(RpcOutcome.of(full, Exhausted.IS_UNCERTAIN)).isEqualTo(RpcOutcome.UNCERTAIN);
    }

    @Test
    void failureOutsideGrpcIsUncertain() {
        assertThat(RpcOutcome.of(new IOException("broken pipe"), Exhausted.IS_FINAL))
                .isEqualTo(RpcOutcome.UNCERTAIN);
    }

    @Test
    void statusIsFoundInsideOtherExceptions() {
        var wrapped = new IllegalStateException(new IOException(Status.NOT_FOUND.asException()));

        assertThat(RpcOutcome.of(wrapped, Exhausted.IS_FINAL)).isEqualTo(RpcOutcome.FINAL);
    }

    @ParameterizedTest
    @CsvSource({
        "OK,OK",
        "CANCELLED,Canceled",
        "DEADLINE_EXCEEDED,DeadlineExceeded",
        "INTERNAL,Internal",
        "INVALID_ARGUMENT,InvalidArgument",
        "OUT_OF_RANGE,OutOfRange"
    })
    void codesAreNamedAsGoNamesThem(Status.Code code, String name) {
        assertThat(StatusCodes.name(code)).isEqualTo(name);
    }
}
