package dev.stowage.sidecar.provisioner.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import io.grpc.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreateVolumeErrorTest {

    /// Code, state, state when rescheduling is allowed, whether nothing is left, whether the volume is denied.
    @ParameterizedTest
    @CsvSource({
        "CANCELLED, IN_BACKGROUND, IN_BACKGROUND, false, false",
        "DEADLINE_EXCEEDED, IN_BACKGROUND, IN_BACKGROUND, false, false",
        "UNAVAILABLE, IN_BACKGROUND, IN_BACKGROUND, false, false",
        "ABORTED, IN_BACKGROUND, IN_BACKGROUND, false, false",
        "RESOURCE_EXHAUSTED, FINISHED, RESCHEDULE, true, true",
        "INVALID_ARGUMENT, FINISHED, FINISHED, true, true",
        "OUT_OF_RANGE, FINISHED, FINISHED, true, true",
        "NOT_FOUND, FINISHED, FINISHED, true, true",
        "UNIMPLEMENTED, FINISHED, FINISHED, true, true",
        "INTERNAL, FINISHED, FINISHED, true, false",
        "UNKNOWN, FINISHED, FINISHED, true, false",
        "PERMISSION_DENIED, FINISHED, FINISHED, true, false",
        "UNAUTHENTICATED, FINISHED, FINISHED, true, false",
        "FAILED_PRECONDITION, FINISHED, FINISHED, true, false",
        "DATA_LOSS, FINISHED, FINISHED, true, false",
        "ALREADY_EXISTS, FINISHED, FINISHED, false, false",
    })
    void codesDecideWhetherAVolumeMayExist(
            Status.Code code,
            ProvisioningState provisioningState,
            ProvisioningState chosenNode,
            boolean nothingIsLeft,
            boolean volumeIsDenied) {
        assertThat(CreateVolumeError.state(code, false)).isEqualTo(provisioningState);
        assertThat(CreateVolumeError.state(code, true)).isEqualTo(chosenNode);
        assertThat(CreateVolumeError.leavesNothing(code)).isEqualTo(nothingIsLeft);
        assertThat(CreateVolumeError.meansNoVolume(code)).isEqualTo(volumeIsDenied);
        assertThat(CreateVolumeError.isInfeasible(code)).isEqualTo(code == Status.Code.INVALID_ARGUMENT);
    }
}
