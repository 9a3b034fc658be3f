package dev.stowage.interop.sidecar.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.interop.sidecar.recording.FaultInjection.Fault;
import dev.stowage.interop.sidecar.recording.FaultInjection.Moment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Forwards a write and records its effect: the object before is compared with the server's response. So
/// different forms of the same write give the same record.
final class WriteRecorder {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> UNTOLD = Set.of("leases", "selfsubjectaccessreviews", "tokenreviews");
    private static final int FAILED = 300;

    private final HttpClient client;
    private final String behind;
    private final Transcript transcript;
    private final FaultInjection faultInjection;

    WriteRecorder(HttpClient client, String behind, Transcript transcript, FaultInjection faultInjection) {
        this.client = client;
        this.behind = behind;
        this.transcript = transcript;
        this.faultInjection = faultInjection;
    }

    /// @return the response; empty when the caller must not get one
    Optional<HttpResponse<byte[]>> write(String method, ApiPath path, HttpRequest request)
            throws IOException, InterruptedException {
        if (UNTOLD.contains(path.resource())) {
            return Optional.of(client.send(request, BodyHandlers.ofByteArray()));
        }
        if (path.resource().equals("events")) {
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            if (method.equals("POST") && answer.statusCode() < FAILED) {
                recordEvent(JSON.readTree(answer.body()));
            }
            return Optional.of(answer);
        }
        String head = "api " + method + " " + path.whole() + (path.name().isEmpty() ? "" : " " + path.name());
        String unanswered = head + " -> unanswered";
        Transcript.Entry entry = transcript.begin(unanswered);
        try {
            return passed(method, path, request, head, entry);
        } catch (IOException | InterruptedException | RuntimeException e) {
            entry.end(unanswered, List.of()); // the client does not wait for it any more
            throw e;
        }
    }

    private Optional<HttpResponse<byte[]>> passed(
            String method, ApiPath path, HttpRequest request, String head, Transcript.Entry entry)
            throws IOException, InterruptedException {
        String point = method + " " + path.whole();
        int passage = faultInjection.pass(point);
        if (dropped(faultInjection.due(point, passage, Moment.BEFORE))) {
            entry.end(head + " -> not passed on", List.of());
            return Optional.empty();
        }
        JsonNode before = path.name().isEmpty() ? MissingNode.getInstance() : read(path);
        HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
        JsonNode after = JSON.readTree(answer.body());
        String name = path.name().isEmpty()
                ? " " + after.path("metadata").path("name").asText()
                : "";
        String result = (answer.statusCode() < FAILED ? name : "") + " -> " + answer.statusCode();
        if (answer.statusCode() >= FAILED) {
            entry.end(head + result + " " + after.path("reason").asText(), List.of());
        } else {
            entry.end(head + result, fields(method, before, after));
        }
        return dropped(faultInjection.due(point, passage, Moment.AFTER)) ? Optional.empty() : Optional.of(answer);
    }

    private static List<String> fields(String method, JsonNode before, JsonNode after) {
        return switch (method) {
            case "POST" -> {
                ObjectNode made = after.deepCopy();
                made.remove("status");
                yield ObjectFields.of(made);
            }
            case "DELETE" -> List.of();
            default -> ObjectFields.changes(before, after);
        };
    }

    private void recordEvent(JsonNode event) {
        JsonNode object = event.has("involvedObject") ? event.path("involvedObject") : event.path("regarding");
        if (object.path("kind").asText().equals("Lease")) {
            return; // the lease shows the leader
        }
        String text = event.path("message").asText(event.path("note").asText());
        transcript.event("%s %s %s/%s: %s"
                .formatted(
                        event.path("type").asText(),
                        event.path("reason").asText(),
                        object.path("kind").asText(),
                        object.path("name").asText(),
                        text.replace('\n', ' ')));
    }

    private JsonNode read(ApiPath path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(behind + path.object()))
                .header("accept", "application/json")
                .build();
        HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
        return answer.statusCode() < FAILED ? JSON.readTree(answer.body()) : MissingNode.getInstance();
    }

    private static boolean dropped(List<Fault> due) throws IOException {
        for (Fault fault : due) {
            switch (fault) {
                case Fault.Meanwhile meanwhile -> happen(meanwhile.sideEffect());
                case Fault.Drop drop -> {
                    happen(drop.sideEffect());
                    return true;
                }
                case Fault.ReturnStatus _, Fault.Alter _ ->
                    throw new IOException("a write cannot be answered otherwise: " + fault);
            }
        }
        return false;
    }

    private static void happen(FaultInjection.SideEffect sideEffect) throws IOException {
        try {
            sideEffect.run();
        } catch (Exception e) {
            throw new IOException("the script failed", e);
        }
    }
}
