package dev.stowage.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.flags.UsageException;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopTest {
    private static final String SUMMARY = """
            {'node':{},'pods':[{'podRef':{},'volume':[
              {'name':'d','pvcRef':{'name':'data','namespace':'x'},'usedBytes':1020054733,'capacityBytes':1073741824,
               'inodesUsed':10,'inodes':100,'volumeHealthStats':{'abnormal':false}},
              {'name':'token','usedBytes':1,'capacityBytes':2}]}]}""";

    @Test
    void aClaimIsShownWithItsFiguresPodsAndNode() throws IOException {
        Row row = only(rows(Map.of("n1", NodeFigures.read(json(SUMMARY))), "data", "Bound"));
        assertThat(row.usage())
                .hasValueSatisfying(usage -> assertThat(usage.usedInodes()).isEqualTo(10));
        assertThat(row.pods()).containsExactly("web");
        assertThat(row.nodes()).containsExactly("n1");
        assertThat(row.health()).isEqualTo("full");
        assertThat(row.size()).isEqualTo(1L << 30);
    }

    @Test
    void aNodeThatDoesNotAnswerIsShownAsSuch() throws IOException {
        Map<String, NodeFigures> silent = Map.of("n1", new NodeFigures.Silent("dial\u001b[31m timeout"));
        Row row = only(rows(silent, "data", "Bound"));
        assertThat(row.usage()).isEmpty();
        assertThat(row.health()).isEqualTo("node does not answer");
        String text = new Shot(Instant.EPOCH, List.of(row), silent).text(false);
        assertThat(text).contains("Node n1 does not answer: dial [31m timeout").doesNotContain("\u001b");
    }

    @Test
    void aClaimThatNobodyUsesAndOneWithoutAVolumeAreTold() throws IOException {
        assertThat(only(rows(Map.of(), "idle", "Bound")).health()).isEqualTo("unused");
        assertThat(only(rows(Map.of(), "data", "Pending")).health()).isEqualTo("Pending");
    }

    @Test
    void aPodThatIsOverUsesNothing() throws IOException {
        JsonNode pod = json("""
                {'metadata':{'name':'web'},'spec':{'volumes':[{'persistentVolumeClaim':{'claimName':'data'}}]},
                 'status':{'phase':'Succeeded'}}""");
        assertThat(Rows.uses(pod, "data")).isFalse();
    }

    @Test
    void theClaimOfAVolumeThatLivesWithItsPodIsKnown() throws IOException {
        JsonNode pod = json("{'metadata':{'name':'web'},'spec':{'volumes':[{'name':'tmp','ephemeral':{}}]}}");
        assertThat(Rows.uses(pod, "web-tmp")).isTrue();
        assertThat(Rows.uses(pod, "tmp")).isFalse();
    }

    @Test
    void theFullestComesFirstWhenAskedFor() {
        Row empty = row("a", 1);
        Row full = row("b", 90);
        assertThat(List.of(empty, full).stream().sorted(Order.PERCENT.comparator()))
                .containsExactly(full, empty);
        assertThat(List.of(full, empty).stream().sorted(Order.NAME.comparator()))
                .containsExactly(empty, full);
    }

    @Test
    void oneNamespaceAndAllOfThemExcludeEachOther() {
        assertThatThrownBy(() -> new TopLine().parse(List.of("-A", "-n", "x"))).isInstanceOf(UsageException.class);
        assertThat(new TopLine().parse(List.of("-A")).namespace()).isEmpty();
        assertThat(new TopLine().parse(List.of("--sort", "used", "-n", "x")).order())
                .isEqualTo(Order.USED);
    }

    private static Row row(String claim, long used) {
        return new Row(
                "x",
                claim,
                "fast",
                100,
                java.util.Optional.of(new Usage(used, 100, 0, 0, false)),
                List.of(),
                List.of(),
                "ok");
    }

    private static Row only(List<Row> rows) {
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private static List<Row> rows(Map<String, NodeFigures> figures, String claim, String phase) throws IOException {
        JsonNode pod = json("""
                {'metadata':{'name':'web','namespace':'x'},
                 'spec':{'nodeName':'n1','volumes':[{'persistentVolumeClaim':{'claimName':'data'}}]},
                 'status':{'phase':'Running'}}""");
        JsonNode asked = json("""
                {'metadata':{'name':'%s','namespace':'x'},'spec':{'storageClassName':'fast'},
                 'status':{'phase':'%s','capacity':{'storage':'1Gi'}}}""".formatted(claim, phase));
        return new Rows(List.of(asked), List.of(pod), figures).all();
    }

    private static JsonNode json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
