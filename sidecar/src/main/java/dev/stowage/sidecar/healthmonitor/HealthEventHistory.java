package dev.stowage.sidecar.healthmonitor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.sidecar.healthmonitor.HealthDecision.ReportedHealth;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;

/// What an earlier process reported on claims, read once from their events. The server filters: the result is
/// as large as the number of problems within the last hour, not the number of events.
final class HealthEventHistory {
    private static final int PAGE = 500;

    private final KubeClient api;

    HealthEventHistory(KubeClient api) {
        this.api = api;
    }

    /// @return the last reported problem that is not resolved, by the claim's uid
    Map<String, ReportedHealth> read() throws IOException, InterruptedException {
        Map<String, ReportedHealth> trouble = latest(VolumeEventReasons.VOLUME_CONDITION_ABNORMAL);
        latest(VolumeEventReasons.VOLUME_CONDITION_NORMAL)
                .forEach((claim, called) -> trouble.computeIfPresent(
                        claim,
                        (_, reportedHealth) -> called.at().isBefore(reportedHealth.at()) ? reportedHealth : null));
        return trouble;
    }

    private Map<String, ReportedHealth> latest(String reason) throws IOException, InterruptedException {
        Map<String, ReportedHealth> latest = new HashMap<>();
        String next = "";
        do {
            JsonNode page = page(reason, next);
            for (JsonNode event : page.path("items")) {
                ReportedHealth reportedHealth =
                        new ReportedHealth(event.path("message").asText(""), time(event));
                latest.merge(
                        event.path("involvedObject").path("uid").asText(""),
                        reportedHealth,
                        (a, b) -> a.at().isBefore(b.at()) ? b : a);
            }
            next = page.path("metadata").path("continue").asText("");
        } while (!next.isEmpty());
        return latest;
    }

    private JsonNode page(String reason, String next) throws IOException, InterruptedException {
        String query = "?limit=" + PAGE + "&fieldSelector="
                + encoded("reason=" + reason + ",involvedObject.kind=PersistentVolumeClaim")
                + (next.isEmpty() ? "" : "&continue=" + encoded(next));
        try (InputStream in = api.stream(Kinds.EVENTS.path("") + query)) {
            return Json.read(in.readAllBytes());
        } catch (ApiFailure e) {
            // The list has expired while we read it; what was read is good enough.
            if (e.isGone()) {
                return Json.object();
            }
            throw e;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Instant time(JsonNode event) {
        for (String field : new String[] {"lastTimestamp", "eventTime", "firstTimestamp"}) {
            try {
                return Instant.parse(event.path(field).asText(""));
            } catch (DateTimeParseException e) {
                // Not every writer fills every field.
            }
        }
        return Instant.EPOCH;
    }
}
