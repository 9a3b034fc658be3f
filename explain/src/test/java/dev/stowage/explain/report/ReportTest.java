package dev.stowage.explain.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.RecordedClusterState;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.flags.TerminalColors;
import org.junit.jupiter.api.Test;

final class ReportTest {

    private static Explanation answer() {
        ClusterState clusterState = RecordedClusterState.named("claim");
        ((ObjectNode) clusterState.all(ResourceKind.EVENT).getFirst().json())
                .put("message", "rpc error: code = ResourceExhausted desc = pool \u001b[2J is full");
        return RecordedClusterState.explain(clusterState, ResourceKind.CLAIM);
    }

    @Test
    void peopleReadTheVerdictFirstAndThenWhoMustAct() {
        assertThat(TextReport.of(answer(), TerminalColors.PLAIN)).isEqualTo("""
                pvc/data in shop: problem found
                csi.example.com does not have enough space for the 10Gi of pvc/data: pool [2J is full
                Who needs to act: the storage administrator.
                For 10m; it does not resolve itself.

                  - Pod                            not used by any pod
                  … Claim         data             Pending
                  ✓ Class         fast             provisioner csi.example.com
                  ✗ Volume                         pool exhausted  <-- here
                  ? Attachment                     nothing to attach yet
                  ? Node                           not chosen yet
                  ? Registration  csi.example.com  needs a node
                  ✓ Driver        csi.example.com  volumes are attached
                  ? Mount                          nothing to mount

                Evidence
                  pvc/data  ProvisioningFailed: rpc error: code = ResourceExhausted desc = pool ?[2J is full (csi.example.com_csi-controller-0_5d4e) (30s ago, 7 times)

                What to do
                  Show the requested class.
                    kubectl get sc fast -o yaml
                  Free or add space in the pool, or request less.
                """);
    }

    @Test
    void coloursChangeNoWord() {
        String plain = TextReport.of(answer(), TerminalColors.PLAIN);
        String painted = TextReport.of(answer(), new TerminalColors(true));
        assertThat(painted).contains("\u001b[");
        assertThat(painted.replaceAll("\u001b\\[[0-9;]*m", "")).isEqualTo(plain);
    }

    @Test
    void programsReadWordsThatStay() {
        JsonNode json = JsonReport.of(answer());
        assertThat(json.path("schema").asInt()).isEqualTo(1);
        assertThat(json.path("wrong").asBoolean()).isTrue();
        assertThat(json.at("/subject/kind").asText()).isEqualTo("persistentvolumeclaim");
        assertThat(json.at("/findings/0/situation").asText()).isEqualTo("pool-exhausted");
        assertThat(json.at("/findings/0/weight").asText()).isEqualTo("told");
        assertThat(json.at("/findings/0/actor").asText()).isEqualTo("storage-admin");
        assertThat(json.at("/findings/0/forSeconds").asLong()).isEqualTo(600);
        assertThat(json.at("/findings/0/evidence/0/count").asLong()).isEqualTo(7);
        assertThat(json.at("/findings/0/remedies/0/dangerous").asBoolean()).isFalse();
        assertThat(json.at("/chain/3/state").asText()).isEqualTo("broken");
        assertThat(json.path("verdict").asText()).contains("pvc/data");
    }
}
