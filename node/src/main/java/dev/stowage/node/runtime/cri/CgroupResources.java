package dev.stowage.node.runtime.cri;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.Quantity;
import dev.stowage.node.runtime.cri.v1.LinuxContainerResources;
import java.util.List;
import java.util.stream.Stream;

/// The resource limits of a container in the units of the kernel.
final class CgroupResources {
    private static final long PERIOD = 100_000;
    private static final long LEAST_QUOTA = 1_000;
    private static final long LEAST_SHARES = 2;
    private static final int LAST_TO_GO = -997;
    private static final int FIRST_TO_GO = 1000;

    private CgroupResources() {}

    /// @param memory of the machine, in bytes
    static LinuxContainerResources of(JsonNode podSpec, JsonNode container, long memory) {
        JsonNode requests = container.path("resources").path("requests");
        JsonNode limits = container.path("resources").path("limits");
        var made = LinuxContainerResources.newBuilder().setOomScoreAdj(score(podSpec, requests, memory));
        // Without a request, the limit is the request.
        long cpu = requests.has("cpu") ? thousandths(requests, "cpu") : thousandths(limits, "cpu");
        made.setCpuShares(Math.max(LEAST_SHARES, cpu * 1024 / 1000));
        if (thousandths(limits, "cpu") > 0) {
            made.setCpuPeriod(PERIOD).setCpuQuota(Math.max(LEAST_QUOTA, thousandths(limits, "cpu") * PERIOD / 1000));
        }
        return made.setMemoryLimitInBytes(bytes(limits)).build();
    }

    /// The OOM score: containers without requests are killed first, then those with small requests.
    private static int score(JsonNode podSpec, JsonNode requests, long memory) {
        List<JsonNode> all = Stream.of("initContainers", "containers")
                .flatMap(kind -> podSpec.path(kind).valueStream())
                .map(one -> one.path("resources"))
                .toList();
        if (all.stream().allMatch(CgroupResources::isEmpty)) {
            return FIRST_TO_GO;
        }
        if (all.stream().allMatch(CgroupResources::isFixed)) {
            return LAST_TO_GO;
        }
        long score = 1000 - 1000 * bytes(requests) / memory;
        return Math.clamp(score, 1000 + LAST_TO_GO, FIRST_TO_GO - 1);
    }

    private static boolean isEmpty(JsonNode resources) {
        return Stream.of("cpu", "memory")
                .noneMatch(what -> thousandths(resources.path("requests"), what) > 0
                        || thousandths(resources.path("limits"), what) > 0);
    }

    private static boolean isFixed(JsonNode resources) {
        return Stream.of("cpu", "memory").allMatch(what -> {
            long limit = thousandths(resources.path("limits"), what);
            long request = thousandths(resources.path("requests"), what);
            return limit > 0 && (request == limit || !resources.path("requests").has(what));
        });
    }

    private static long thousandths(JsonNode amounts, String what) {
        return amounts.has(what)
                ? Quantity.parseOrZero(amounts.path(what).asText()).milliValue()
                : 0;
    }

    private static long bytes(JsonNode amounts) {
        return amounts.has("memory")
                ? Quantity.parseOrZero(amounts.path("memory").asText()).value()
                : 0;
    }
}
