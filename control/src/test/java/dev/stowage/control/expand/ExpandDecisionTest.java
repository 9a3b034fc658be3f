package dev.stowage.control.expand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpandDecisionTest {
    private static final String EBS = "\"awsElasticBlockStore\":{\"volumeID\":\"vol-1\"}";
    private static final String CSI = "\"csi\":{\"driver\":\"d.example.com\",\"volumeHandle\":\"h\"}";

    private static com.fasterxml.jackson.databind.JsonNode json(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PersistentVolumeClaim claim(String phase, String request, String resizer) {
        return PersistentVolumeClaim.read(json("""
                {"metadata":{"namespace":"ns","name":"c","uid":"c1","annotations":
                   {"volume.kubernetes.io/storage-resizer":"%s"}},
                 "spec":{"resources":{"requests":{"storage":"%s"}},"volumeName":"v"},
                 "status":{"phase":"%s","capacity":{"storage":"1Gi"}}}""".formatted(resizer, request, phase)));
    }

    private static PersistentVolume volume(String source, String uid, String annotations) {
        return PersistentVolume.read(json("""
                {"metadata":{"name":"v","annotations":{%s}},
                 "spec":{%s,"claimRef":{"namespace":"ns","name":"c","uid":"%s"}}}""".formatted(annotations, source, uid)));
    }

    private static String text(List<ClusterAction> actions) {
        return actions.stream()
                .map(action -> action instanceof ClusterAction.RecordEvent recordEvent
                        ? recordEvent.type() + " " + recordEvent.reason() + " " + recordEvent.message()
                        : ((ClusterAction.PatchObject<?>) action).patch().body().toString())
                .toList()
                .toString();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    grows,            Bound,   2Gi, c1, '',           true
                    does not grow,    Bound,   1Gi, c1, '',           false
                    not bound yet,    Pending, 2Gi, c1, '',           false
                    of another claim, Bound,   2Gi, c2, '',           false
                    node not done,    Bound,   1Gi, c1, before,       true
                    """)
    void userIsToldThatADriverWillExpand(
            String what, String phase, String request, String uid, String annotation, boolean text) {
        String annotations = annotation.isEmpty() ? "" : "\"volume.alpha.kubernetes.io/pre-resize-capacity\":\"1Gi\"";
        assertThat(text(ExpandDecision.decide(claim(phase, request, ""), volume(CSI, uid, annotations))))
                .as(what)
                .isEqualTo(
                        text
                                ? "[NORMAL ExternalExpanding waiting for an external controller to expand this PVC]"
                                : "[]");
    }

    @ParameterizedTest
    @CsvSource({"'',true", "other.example.com,true", "ebs.csi.aws.com,false"})
    void claimOfAnOldVolumeNamesTheDriverThatExpandsIt(String before, boolean written) {
        assertThat(text(ExpandDecision.decide(claim("Bound", "2Gi", before), volume(EBS, "c1", ""))))
                .isEqualTo("[NORMAL ExternalExpanding CSI migration enabled for kubernetes.io/aws-ebs; "
                        + "waiting for external resizer to expand the pvc"
                        + (written
                                ? ", {\"metadata\":{\"uid\":\"c1\",\"annotations\":"
                                        + "{\"volume.kubernetes.io/storage-resizer\":\"ebs.csi.aws.com\"}}}]"
                                : "]"));
    }
}
