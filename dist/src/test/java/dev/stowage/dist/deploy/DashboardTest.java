package dev.stowage.dist.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DashboardTest {

    private static final Pattern METRIC = Pattern.compile("\\b([a-z]+_[a-z_]+?)(?:_bucket|_count|_sum)?(?=[\\[{) ]|$)");
    private static final Set<String> OF_PROMETHEUS = Set.of("histogram_quantile");

    @Test
    void itShowsOnlyMetricsThatThereAre() throws IOException {
        String known = DeployFiles.text(DeployFiles.ROOT.resolve("docs/reference/metrics.md"));
        Set<String> shown = new TreeSet<>();
        for (JsonNode panel : dashboard().path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String query = target.path("expr").asText().replaceAll("(sum|max) by \\([^)]*\\)", "");
                METRIC.matcher(query).results().forEach(one -> shown.add(one.group(1)));
            }
        }
        shown.removeAll(OF_PROMETHEUS);
        assertThat(shown)
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(known).contains("`" + name + "`"));
    }

    @Test
    void noPanelHasTheNumberOfAnother() throws IOException {
        Set<Integer> numbers = new HashSet<>();
        dashboard()
                .path("panels")
                .forEach(panel ->
                        assertThat(numbers.add(panel.path("id").asInt())).isTrue());
        assertThat(numbers).isNotEmpty();
    }

    private static JsonNode dashboard() throws IOException {
        return DeployFiles.json(DeployFiles.CHART.resolve("dashboards/stowage.json"));
    }
}
