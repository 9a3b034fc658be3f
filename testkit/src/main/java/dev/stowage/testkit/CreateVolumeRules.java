package dev.stowage.testkit;

import static dev.stowage.testkit.CsiCapability.CREATE_DELETE_VOLUME;
import static dev.stowage.testkit.CsiMethods.CREATE_VOLUME;
import static dev.stowage.testkit.Rule.rule;
import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static io.grpc.Status.Code.OK;
import static io.grpc.Status.Code.OUT_OF_RANGE;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.grpc.Status.Code.UNIMPLEMENTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeContentSource;
import java.nio.charset.StandardCharsets;
import java.util.Map;

final class CreateVolumeRules {

    private static final int STRING_LIMIT = 128;

    private CreateVolumeRules() {}

    static RuleGroup fields() {
        return RuleGroup.when(
                CREATE_DELETE_VOLUME,
                "CreateVolume",
                rule(
                        "not declared → UNIMPLEMENTED",
                        trial -> trial.refused(CREATE_VOLUME, trial.newVolume().build(), UNIMPLEMENTED)),
                StandardRules.missing(
                        "a name",
                        CREATE_VOLUME,
                        trial -> trial.newVolume().clearName().build()),
                StandardRules.missing(
                        "volume capabilities",
                        CREATE_VOLUME,
                        trial -> trial.newVolume().clearVolumeCapabilities().build()),
                StandardRules.missing(
                        "an access type",
                        CREATE_VOLUME,
                        trial -> with(
                                trial, SampleRequests.mount(trial).toBuilder().clearAccessType())),
                StandardRules.missing(
                        "an access mode",
                        CREATE_VOLUME,
                        trial -> with(
                                trial, SampleRequests.mount(trial).toBuilder().clearAccessMode())),
                StandardRules.missing(
                        "a known access mode",
                        CREATE_VOLUME,
                        trial -> with(
                                trial,
                                SampleRequests.mount(trial).toBuilder()
                                        .setAccessMode(VolumeCapability.AccessMode.getDefaultInstance()))),
                StandardRules.invalid(
                        "an empty content source",
                        CREATE_VOLUME,
                        trial -> trial.newVolume()
                                .setVolumeContentSource(VolumeContentSource.getDefaultInstance())
                                .build()),
                rule("the answer carries an id within the limits, and a context within 4 KiB", trial -> {
                    Volume volume = trial.volume();
                    assertThat(volume.getVolumeId()).isNotBlank().doesNotContainPattern("\\p{Cntrl}");
                    assertThat(volume.getVolumeId().getBytes(StandardCharsets.UTF_8))
                            .hasSizeLessThanOrEqualTo(STRING_LIMIT);
                    assertThat(volume.getVolumeContextMap().toString().getBytes(StandardCharsets.UTF_8))
                            .hasSizeLessThanOrEqualTo(4096);
                    assertThat(volume.hasContentSource())
                            .as("an empty volume names no source")
                            .isFalse();
                }),
                rule(
                        "two names, two volumes",
                        trial -> assertThat(trial.volume().getVolumeId())
                                .isNotEqualTo(trial.volume().getVolumeId())),
                rule("a name of 128 bytes is accepted", trial -> {
                    String name = trial.name();
                    var _ = trial.create(trial.newVolume().setName(name + "n".repeat(STRING_LIMIT - name.length())));
                }),
                rule("a name in any script is accepted", trial -> {
                    var _ = trial.create(trial.newVolume().setName(trial.name() + " Größe-数据-🙂"));
                }),
                tolerated(
                        "a name beyond 128 bytes",
                        trial -> trial.newVolume()
                                .setName(trial.name() + "n".repeat(4 * STRING_LIMIT))
                                .build()),
                tolerated(
                        "a name with control characters",
                        trial -> trial.newVolume()
                                .setName(trial.name() + "\0\u0007")
                                .build()),
                tolerated(
                        "parameters beyond 4 KiB",
                        trial -> trial.newVolume()
                                .putAllParameters(Map.of("stowage-conformance/long", "v".repeat(5000)))
                                .build()),
                rule("a name that looks like a path is only a name", trial -> {
                    String name = trial.name();
                    Volume plain = trial.create(trial.newVolume().setName(name));
                    for (String similar : new String[] {"../../" + name, "./" + name, name + "/.", "/" + name}) {
                        var outcome = trial.attempt(
                                CREATE_VOLUME,
                                trial.newVolume().setName(similar).build());
                        assertThat(outcome.code()).as("name %s", similar).isIn(OK, INVALID_ARGUMENT);
                        if (outcome instanceof RpcOutcome.Ok<CreateVolumeResponse>(var other)) {
                            assertThat(other.getVolume().getVolumeId())
                                    .as("name %s against name %s", similar, name)
                                    .isNotEqualTo(plain.getVolumeId());
                        }
                    }
                }));
    }

    static RuleGroup capacity() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "CreateVolume, capacity",
                rule("at least what is required", trial -> {
                    Volume volume = trial.volume();
                    if (volume.getCapacityBytes() != 0) {
                        assertThat(volume.getCapacityBytes())
                                .isGreaterThanOrEqualTo(trial.driver().volumeBytes());
                    }
                }),
                rule("at most the limit", trial -> {
                    long size = trial.driver().volumeBytes();
                    Volume volume =
                            trial.create(trial.newVolume().setCapacityRange(SampleRequests.between(size, 2 * size)));
                    if (volume.getCapacityBytes() != 0) {
                        assertThat(volume.getCapacityBytes()).isBetween(size, 2 * size);
                    }
                }),
                rule("a limit alone is kept", trial -> {
                    long limit = 2 * trial.driver().volumeBytes();
                    Volume volume = trial.create(trial.newVolume()
                            .setCapacityRange(CapacityRange.newBuilder().setLimitBytes(limit)));
                    assertThat(volume.getCapacityBytes()).isBetween(0L, limit);
                }),
                rule(
                        "without a range the driver chooses",
                        trial -> assertThat(trial.create(trial.newVolume().clearCapacityRange())
                                        .getCapacityBytes())
                                .isNotNegative()),
                StandardRules.refused(
                        "a limit below what is required",
                        CREATE_VOLUME,
                        trial -> ranged(
                                trial,
                                SampleRequests.between(
                                        trial.driver().volumeBytes(),
                                        trial.driver().volumeBytes() - 1)),
                        INVALID_ARGUMENT,
                        OUT_OF_RANGE),
                StandardRules.refused(
                        "a negative size",
                        CREATE_VOLUME,
                        trial -> ranged(trial, SampleRequests.atLeast(-1)),
                        INVALID_ARGUMENT,
                        OUT_OF_RANGE),
                StandardRules.refused(
                        "a negative limit",
                        CREATE_VOLUME,
                        trial -> ranged(trial, SampleRequests.between(0, -1)),
                        INVALID_ARGUMENT,
                        OUT_OF_RANGE),
                rule("a size beyond all storage → OUT_OF_RANGE or RESOURCE_EXHAUSTED, or the volume has it", trial -> {
                    var outcome = trial.attempt(CREATE_VOLUME, ranged(trial, SampleRequests.atLeast(Long.MAX_VALUE)));
                    assertThat(outcome.code()).isIn(OK, OUT_OF_RANGE, RESOURCE_EXHAUSTED, INVALID_ARGUMENT);
                    if (outcome instanceof RpcOutcome.Ok<CreateVolumeResponse>(var answer)) {
                        assertThat(answer.getVolume().getCapacityBytes()).isIn(0L, Long.MAX_VALUE);
                    }
                }));
    }

    static RuleGroup repeats() {
        return RuleGroup.within(
                CREATE_DELETE_VOLUME,
                "CreateVolume, again",
                rule("the same request returns the same volume", trial -> {
                    CreateVolumeRequest request = trial.newVolume().build();
                    Volume first = trial.ok(CREATE_VOLUME, request).getVolume();
                    assertThat(trial.ok(CREATE_VOLUME, request).getVolume()).isEqualTo(first);
                }),
                rule("the same name with a range that the volume satisfies gives the same volume", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume first = trial.create(request);
                    long size =
                            Math.max(first.getCapacityBytes(), trial.driver().volumeBytes());
                    Volume again = trial.create(request.setCapacityRange(SampleRequests.between(size / 2, 2 * size)));
                    assertThat(again.getVolumeId()).isEqualTo(first.getVolumeId());
                }),
                rule("same name, larger size → ALREADY_EXISTS", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume first = trial.create(request);
                    long larger =
                            Math.max(first.getCapacityBytes(), trial.driver().volumeBytes()) + 1;
                    trial.refused(
                            CREATE_VOLUME,
                            request.setCapacityRange(SampleRequests.atLeast(larger))
                                    .build(),
                            ALREADY_EXISTS);
                }),
                rule("same name, limit below its size → ALREADY_EXISTS", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume first = trial.create(request);
                    long smaller =
                            Math.max(first.getCapacityBytes(), trial.driver().volumeBytes()) - 1;
                    trial.refused(
                            CREATE_VOLUME,
                            request.setCapacityRange(CapacityRange.newBuilder().setLimitBytes(smaller))
                                    .build(),
                            ALREADY_EXISTS);
                }),
                rule("same name, other access type: the same volume or a refusal, never a second volume", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume first = trial.create(request);
                    var outcome = trial.attempt(
                            CREATE_VOLUME,
                            request.setVolumeCapabilities(0, SampleRequests.block())
                                    .build());
                    assertThat(outcome.code()).isIn(OK, ALREADY_EXISTS, INVALID_ARGUMENT);
                    if (outcome instanceof RpcOutcome.Ok<CreateVolumeResponse>(var answer)) {
                        assertThat(answer.getVolume().getVolumeId()).isEqualTo(first.getVolumeId());
                    }
                }),
                rule("a refused repeat leaves the volume as it is", trial -> {
                    CreateVolumeRequest.Builder request = trial.newVolume();
                    Volume first = trial.create(request);
                    long larger =
                            Math.max(first.getCapacityBytes(), trial.driver().volumeBytes()) + 1;
                    trial.refused(
                            CREATE_VOLUME,
                            request.clone()
                                    .setCapacityRange(SampleRequests.atLeast(larger))
                                    .build(),
                            ALREADY_EXISTS);
                    assertThat(trial.create(request)).isEqualTo(first);
                }));
    }

    private static Rule tolerated(String what, StandardRules.Request<CreateVolumeRequest> request) {
        return rule(
                what + " is accepted or INVALID_ARGUMENT",
                trial -> assertThat(
                                trial.attempt(CREATE_VOLUME, request.in(trial)).code())
                        .isIn(OK, INVALID_ARGUMENT));
    }

    private static CreateVolumeRequest ranged(Trial trial, CapacityRange range) {
        return trial.newVolume().setCapacityRange(range).build();
    }

    private static CreateVolumeRequest with(Trial trial, VolumeCapability.Builder capability) {
        return trial.newVolume()
                .clearVolumeCapabilities()
                .addVolumeCapabilities(capability)
                .build();
    }
}
