package dev.stowage.interop.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What the rendered mounter and driver have to agree on, and what keeps the daemons of shares running.
record MounterManifestChecks(HelmChart helmChart) {

    private static final String SHARES = "/var/lib/stowage-shares/shares";

    void run(SuiteChecks checks) throws InterruptedException {
        checks.equal(
                "an upgrade does not replace the mounter",
                "OnDelete",
                () -> mounter().at("/spec/updateStrategy/type").asText());
        checks.holds("no failed check restarts the mounter once it has started", () -> {
            if (container(mounter()).has("livenessProbe")) {
                throw new AssertionError("the mounter has a livenessProbe, whose restart would end all daemons");
            }
        });
        checks.equal(
                "the mounter has no access to the API server",
                "false",
                () -> mounter()
                        .at("/spec/template/spec/automountServiceAccountToken")
                        .asText());
        checks.equal(
                "the mounter has the priority of the driver",
                "system-node-critical",
                () -> mounter().at("/spec/template/spec/priorityClassName").asText());
        for (String workload : List.of("stowage-mounter", "stowage-node")) {
            checks.equal(
                    "the socket of the mounter belongs to one driver: " + workload,
                    "/run/stowage/shares.stowage.dev",
                    () -> hostPath(object("DaemonSet", workload), "/run/stowage"));
        }
        checks.holds("the mounts of the mounter reach the driver", () -> {
            requirePropagation(mounter(), SHARES);
            requirePropagation(driver(), "/var/lib/stowage-shares");
        });
        checks.equal(
                "driver and mounter read the same directory for each share",
                "[archive, gluster, home]",
                () -> mountedShares().toString());
        checks.equal(
                "the mounts of NFS outlive the pod of the driver: they belong to the network of the node",
                "true",
                () -> driver().at("/spec/template/spec/hostNetwork").asText());
    }

    private JsonNode mounter() throws IOException, InterruptedException {
        return object("DaemonSet", "stowage-mounter");
    }

    private JsonNode driver() throws IOException, InterruptedException {
        return object("DaemonSet", "stowage-node");
    }

    private JsonNode object(String kind, String name) throws IOException, InterruptedException {
        return HelmChart.objects(helmChart.render(ChartVariant.SHARES)).stream()
                .filter(object -> object.path("kind").asText().equals(kind)
                        && object.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("helm rendered no " + kind + " " + name));
    }

    private Set<String> mountedShares() throws IOException, InterruptedException {
        String config =
                object("ConfigMap", "stowage-pools").at("/data/pools.json").asText();
        Set<String> mounted = new TreeSet<>();
        for (JsonNode pool : new JsonMapper().readTree(config).path("pools")) {
            String name = pool.path("name").asText();
            if (pool.path("directory").asText().equals(SHARES + "/" + name)) {
                mounted.add(name);
            }
        }
        return mounted;
    }

    private static JsonNode container(JsonNode workload) {
        return workload.at("/spec/template/spec/containers/0");
    }

    private static JsonNode mount(JsonNode workload, String path) {
        return named(container(workload).path("volumeMounts"), "mountPath", path);
    }

    private static String hostPath(JsonNode workload, String path) {
        String volume = mount(workload, path).path("name").asText();
        return named(workload.at("/spec/template/spec/volumes"), "name", volume)
                .at("/hostPath/path")
                .asText();
    }

    private static void requirePropagation(JsonNode workload, String path) {
        if (!mount(workload, path).path("mountPropagation").asText().equals("Bidirectional")
                || !hostPath(workload, path).equals(path)) {
            throw new AssertionError(path + " is not the same directory with propagation in both directions");
        }
    }

    private static JsonNode named(JsonNode list, String key, String value) {
        for (JsonNode each : list) {
            if (each.path(key).asText().equals(value)) {
                return each;
            }
        }
        throw new AssertionError("nothing has the " + key + " " + value);
    }
}
