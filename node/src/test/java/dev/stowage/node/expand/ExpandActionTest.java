package dev.stowage.node.expand;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.ClaimResizeStatus;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.expand.ExpandAction.LastExpansion;
import dev.stowage.node.expand.ExpandAction.StatusUpdate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExpandActionTest {
    private static final long GIB = 1L << 30;

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            volume, known, status, wants, allocated, resize,                     modes,         decision
            1,      1,     1,      1,     0,         '',                         ReadWriteOnce, nothing
            2,      0,     2,      2,     0,         '',                         ReadWriteOnce, nothing
            2,      1,     1,      2,     0,         '',                         ReadWriteOnce, expand 2 SIZE
            2,      1,     2,      2,     0,         '',                         ReadWriteOnce, expand 2 NOTHING
            2,      1,     1,      2,     2,         NodeResizePending,          ReadWriteOnce, expand 2 EVERYTHING
            2,      1,     1,      2,     2,         NodeResizeInProgress,       ReadWriteOnce, expand 2 EVERYTHING
            2,      1,     1,      2,     2,         NodeResizeInfeasible,       ReadWriteOnce, nothing
            2,      1,     1,      2,     2,         ControllerResizeInProgress, ReadWriteOnce, nothing
            2,      1,     1,      3,     2,         NodeResizePending,          ReadWriteOnce, expand 2 EVERYTHING
            2,      1,     2,      2,     2,         '',                         ReadWriteOnce, settled 2
            2,      1,     2,      2,     2,         '',                         ReadWriteMany, expand 2 NOTHING
            2,      2,     2,      2,     2,         '',                         ReadWriteMany, nothing
            """)
    void theClaimSaysWhoseTurnItIs(
            long volume,
            long known,
            long status,
            long wants,
            long allocated,
            String resize,
            String modes,
            String decision)
            throws Exception {
        ExpandAction expandAction = ExpandAction.decide(
                claim(wants, status, allocated, resize, modes, false),
                volume(volume),
                new LastExpansion(known * GIB, false, false),
                false);

        assertThat(shown(expandAction)).isEqualTo(decision);
    }

    @Test
    void nodesAreNotAskedWhenTheClaimSaysThatTheyNeedNotBe() throws Exception {
        PersistentVolumeClaim claim = claim(2, 2, 2, "", "ReadWriteMany", true);

        assertThat(shown(ExpandAction.decide(claim, volume(2), new LastExpansion(GIB, false, false), false)))
                .isEqualTo("settled 2");
    }

    @Test
    void whatIsReadOnlyDoesNotGrow() throws Exception {
        PersistentVolumeClaim claim = claim(2, 1, 2, ClaimResizeStatus.NODE_RESIZE_PENDING, "ReadWriteOnce", false);

        assertThat(ExpandAction.decide(claim, volume(2), new LastExpansion(GIB, false, false), true))
                .isInstanceOf(ExpandAction.ReadOnly.class);
    }

    @Test
    void aDriverThatRefusesVolumesInUseIsNotAskedAgain() throws Exception {
        PersistentVolumeClaim claim = claim(2, 1, 2, ClaimResizeStatus.NODE_RESIZE_PENDING, "ReadWriteOnce", false);

        assertThat(ExpandAction.decide(claim, volume(2), new LastExpansion(GIB, true, true), false))
                .isEqualTo(new ExpandAction.Nothing());
    }

    @Test
    void aSizeThatNobodyWantsAnyMoreIsGivenUpWhenItFailsAgain() throws Exception {
        PersistentVolumeClaim claim = claim(3, 1, 2, ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS, "ReadWriteOnce", false);

        assertThat(ExpandAction.decide(claim, volume(2), new LastExpansion(GIB, true, false), false))
                .isEqualTo(new ExpandAction.Expand(volume(2).capacity(), StatusUpdate.EVERYTHING, true));
    }

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            marking,    infeasible, why,         mark,       done,  failed, inUse
            EVERYTHING, false,      UNCERTAIN,   NOTHING,    false, false,  false
            EVERYTHING, true,       UNCERTAIN,   NOTHING,    false, false,  false
            EVERYTHING, false,      UNSUPPORTED, ERROR,      false, true,   false
            EVERYTHING, false,      IN_USE,      ERROR,      false, true,   true
            EVERYTHING, false,      INFEASIBLE,  INFEASIBLE, false, true,   false
            EVERYTHING, false,      FINAL,       ERROR,      false, true,   false
            EVERYTHING, true,       FINAL,       INFEASIBLE, false, true,   false
            SIZE,       false,      UNSUPPORTED, NOTHING,    true,  false,  false
            SIZE,       false,      IN_USE,      NOTHING,    false, false,  true
            SIZE,       false,      FINAL,       NOTHING,    false, false,  false
            NOTHING,    false,      UNSUPPORTED, NOTHING,    true,  false,  false
            NOTHING,    false,      INFEASIBLE,  NOTHING,    false, false,  false
            """)
    void whatFollowsFromAFailure(
            StatusUpdate statusUpdate,
            boolean infeasible,
            ExpandFailure.Cause cause,
            ExpandFailure.ClaimUpdate claimUpdate,
            boolean done,
            boolean failed,
            boolean inUse)
            throws Exception {
        var tried = new ExpandAction.Expand(volume(2).capacity(), statusUpdate, infeasible);

        assertThat(ExpandFailure.of(tried, cause)).isEqualTo(new ExpandFailure(claimUpdate, done, failed, inUse));
    }

    @ParameterizedTest
    @EnumSource(io.grpc.Status.Code.class)
    void everyAnswerOfADriverHasAMeaning(io.grpc.Status.Code code) {
        ExpandFailure.Cause cause = ExpandFailure.Cause.of(code.toStatus().asRuntimeException());

        assertThat(cause)
                .isEqualTo(
                        switch (code) {
                            case FAILED_PRECONDITION -> ExpandFailure.Cause.IN_USE;
                            case INVALID_ARGUMENT, OUT_OF_RANGE, NOT_FOUND -> ExpandFailure.Cause.INFEASIBLE;
                            case CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, ABORTED, RESOURCE_EXHAUSTED ->
                                ExpandFailure.Cause.UNCERTAIN;
                            default -> ExpandFailure.Cause.FINAL;
                        });
    }

    private static String shown(ExpandAction expandAction) {
        return switch (expandAction) {
            case ExpandAction.Nothing() -> "nothing";
            case ExpandAction.AlreadyExpanded alreadyExpanded ->
                "settled " + alreadyExpanded.size().value() / GIB;
            case ExpandAction.ReadOnly _ -> "read only";
            case ExpandAction.Expand expand -> "expand " + expand.size().value() / GIB + " " + expand.statusUpdate();
        };
    }

    private static PersistentVolumeClaim claim(
            long wants, long capacity, long allocated, String resize, String modes, boolean notRequired)
            throws IOException {
        ObjectNode claim = Json.object();
        ObjectNode meta = claim.putObject("metadata").put("name", "c").put("namespace", "d");
        if (notRequired) {
            meta.putObject("annotations").put(VolumeAnnotations.NODE_EXPANSION_NOT_REQUIRED, "true");
        }
        ObjectNode spec = claim.putObject("spec");
        spec.putArray("accessModes").add(modes);
        spec.putObject("resources").putObject("requests").put("storage", wants + "Gi");
        ObjectNode status = claim.putObject("status");
        status.putObject("capacity").put("storage", capacity + "Gi");
        if (allocated > 0) {
            status.putObject("allocatedResources").put("storage", allocated + "Gi");
        }
        if (!resize.isEmpty()) {
            status.putObject("allocatedResourceStatuses").put("storage", resize);
        }
        return PersistentVolumeClaim.read(claim);
    }

    private static PersistentVolume volume(long size) throws IOException {
        return PersistentVolume.read(Json.read("""
                {"metadata": {"name": "pv"}, "spec": {"capacity": {"storage": "%dGi"}}}""".formatted(size).getBytes(StandardCharsets.UTF_8)));
    }
}
