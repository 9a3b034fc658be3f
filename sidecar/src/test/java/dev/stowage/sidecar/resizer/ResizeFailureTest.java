package dev.stowage.sidecar.resizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResizeFailureTest {

    @ParameterizedTest
    @CsvSource({
        "CANCELLED, UNCERTAIN",
        "DEADLINE_EXCEEDED, OVERDUE",
        "UNAVAILABLE, UNCERTAIN",
        "ABORTED, UNCERTAIN",
        "RESOURCE_EXHAUSTED, UNCERTAIN",
        "INVALID_ARGUMENT, INFEASIBLE",
        "OUT_OF_RANGE, INFEASIBLE",
        "NOT_FOUND, INFEASIBLE",
        "FAILED_PRECONDITION, IN_USE",
        "INTERNAL, FINAL",
        "UNKNOWN, FINAL",
        "UNIMPLEMENTED, FINAL",
        "PERMISSION_DENIED, FINAL",
        "UNAUTHENTICATED, FINAL",
        "ALREADY_EXISTS, FINAL",
        "DATA_LOSS, FINAL",
    })
    void everyCodeHasItsMeaning(Status.Code code, ResizeFailure expected) {
        assertThat(ResizeFailure.of(code)).isEqualTo(expected);
    }

    @Test
    void whatIsNotFromTheDriverIsUncertain() {
        assertThat(ResizeFailure.of(new IOException("no secret"))).isEqualTo(ResizeFailure.UNCERTAIN);
    }
}
