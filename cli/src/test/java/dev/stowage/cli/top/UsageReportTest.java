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

class UsageReportTest {
    private static final String SUMMARY = """
            {'node':{},'pods':[{'podRef':{},'volume':[
              {'name':'d','pvcRef':{'name':'data','namespace':'x'},'usedBytes':1020054733,'capacityBytes':1073741824,
               'inodesUsed':10,'inodes':100,'volumeHealthStats':{'abnormal':false}},
              {'name':'token','usedBytes':1,'capacityBytes':2}]}]}""";

    @Test
    void aClaimIsShownWithItsFiguresPodsAndNode() throws IOException {
        UsageRow usageRow = only(rows(Map.of("n1", NodeVolumeStats.read(json(SUMMARY))), "data", "Bound"));
        assertThat(usageRow.usage())
                .hasValueSatisfying(
                        volumeUsage -> assertThat(volumeUsage.usedInodes()).isEqualTo(10));
        assertThat(usageRow.pods()).containsExactly("web");
        assertThat(usageRow.nodes()).containsExactly("n1");
        assertThat(usageRow.health()).isEqualTo("full");
        assertThat(usageRow.size()).isEqualTo(1L << 30);
    }

    @Test
    void aNodeThatDoesNotAnswerIsShownAsSuch() throws IOException {
        Map<String, NodeVolumeStats> silent = Map.of("n1", new NodeVolumeStats.Unavailable("dial\u001b[31m timeout"));
        UsageRow usageRow = only(rows(silent, "data", "Bound"));
        assertThat(usageRow.usage()).isEmpty();
        assertThat(usageRow.health()).isEqualTo("node does not respond");
        String text = new TopReport(Instant.EPOCH, List.of(usageRow), silent).text(false);
        assertThat(text).contains("Node n1 does not respond: dial [31m timeout").doesNotContain("\u001b");
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
        assertThat(UsageRows.uses(pod, "data")).isFalse();
    }

    @Test
    void theClaimOfAVolumeThatLivesWithItsPodIsKnown() throws IOException {
        JsonNode pod = json("{'metadata':{'name':'web'},'spec':{'volumes':[{'name':'tmp','ephemeral':{}}]}}");
        assertThat(UsageRows.uses(pod, "web-tmp")).isTrue();
        assertThat(UsageRows.uses(pod, "tmp")).isFalse();
    }

    @Test
    void theFullestComesFirstWhenAskedFor() {
        UsageRow empty = row("a", 1);
        UsageRow full = row("b", 90);
        assertThat(List.of(empty, full).stream().sorted(SortKey.PERCENT.comparator()))
                .containsExactly(full, empty);
        assertThat(List.of(full, empty).stream().sorted(SortKey.NAME.comparator()))
                .containsExactly(empty, full);
    }

    @Test
    void oneNamespaceAndAllOfThemExcludeEachOther() {
        assertThatThrownBy(() -> new TopFlags().parse(List.of("-A", "-n", "x"))).isInstanceOf(UsageException.class);
        assertThat(new TopFlags().parse(List.of("-A")).namespace()).isEmpty();
        assertThat(new TopFlags().parse(List.of("--sort", "used", "-n", "x")).sortKey())
                .isEqualTo(SortKey.USED);
    }

    @Test
    void aShareIsShownWithTheSizeOfItsFileSystem() {
        VolumeUsage ofTheDisk = new VolumeUsage(40L << 30, 100L << 30, 0, 0, false);
        UsageRow share = new UsageRow(
                "x", "files", "stowage-shared", 1L << 30, java.util.Optional.of(ofTheDisk), List.of(), List.of(), "ok");
        TopReport report = new TopReport(Instant.EPOCH, List.of(share), Map.of());
        assertThat(report.text(false).lines())
                .anyMatch(line -> line.matches("CLAIM +CLASS +SIZE +USED +CAPACITY +USE% .*"))
                .anyMatch(line -> line.matches("files +stowage-shared +1\\.0Gi +40Gi +100Gi\\* +40% .*"))
                .anyMatch(line -> line.startsWith("* The volume is a directory in a larger file system"));
        assertThat(report.json().at("/volumes/0/sharesFileSystem").asBoolean()).isTrue();
        assertThat(new TopReport(Instant.EPOCH, List.of(row("own", 1)), Map.of()).text(false))
                .doesNotContain("*");
    }

    private static UsageRow row(String claim, long used) {
        return new UsageRow(
                "x",
                claim,
                "fast",
                100,
                java.util.Optional.of(new VolumeUsage(used, 100, 0, 0, false)),
                List.of(),
                List.of(),
                "ok");
    }

    private static UsageRow only(List<UsageRow> rows) {
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private static List<UsageRow> rows(Map<String, NodeVolumeStats> figures, String claim, String phase)
            throws IOException {
        JsonNode pod = json("""
                {'metadata':{'name':'web','namespace':'x'},
                 'spec':{'nodeName':'n1','volumes':[{'persistentVolumeClaim':{'claimName':'data'}}]},
                 'status':{'phase':'Running'}}""");
        JsonNode asked = json("""
                {'metadata':{'name':'%s','namespace':'x'},'spec':{'storageClassName':'fast'},
                 'status':{'phase':'%s','capacity':{'storage':'1Gi'}}}""".formatted(claim, phase));
        return new UsageRows(List.of(asked), List.of(pod), figures).all();
    }

    private static JsonNode json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
