package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Requests and expected responses as text. A block is a request, a line of four dashes, and the response; blocks
/// are separated by an empty line. Values that differ between runs are replaced by a placeholder.
final class Transcript {
    private static final Set<String> TIMES = Set.of("creationTimestamp", "deletionTimestamp", "time");

    private static final Pattern UIDS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern INSTANTS = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String server;

    Transcript(String server) {
        this.server = server;
    }

    /// The same transcript, with the current responses of the server.
    String replay(String transcript) throws IOException, InterruptedException {
        List<String> blocks = new ArrayList<>();
        for (String block : transcript.strip().split("\n\n", -1)) {
            blocks.add(block.lines().allMatch(line -> line.startsWith("#")) ? block : replayed(block));
        }
        return String.join("\n\n", blocks) + "\n";
    }

    private String replayed(String block) throws IOException, InterruptedException {
        String asked = block.split("\n----", 2)[0];
        List<String> lines = new ArrayList<>(asked.lines().toList());
        while (lines.getFirst().startsWith("#")) {
            lines.removeFirst();
        }
        String[] first = lines.removeFirst().split(" ", 2);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + first[1].replace(" ", "%20")));
        request.header("Content-Type", "application/json");
        while (!lines.isEmpty() && lines.getFirst().matches("[A-Za-z-]+: .*")) {
            String[] header = lines.removeFirst().split(": ", 2);
            request.setHeader(header[0], header[1]);
        }
        request.method(first[0], HttpRequest.BodyPublishers.ofString(String.join("\n", lines)));
        HttpResponse<String> answer =
                client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        StringBuilder told = new StringBuilder(asked).append("\n----\n").append(answer.statusCode());
        answer.headers()
                .allValues("Warning")
                .forEach(warning -> told.append("\nWarning: ").append(warning));
        answer.body().lines().forEach(line -> told.append('\n').append(normal(line)));
        return told.toString();
    }

    private static String normal(String line) {
        // A pretty-printed document has several lines.
        if (!line.startsWith("{") || line.equals("{")) {
            return timeless(line);
        }
        ObjectNode object = Json.stored(line.getBytes(StandardCharsets.UTF_8));
        blank(object);
        return timeless(object.toString());
    }

    private static String timeless(String text) {
        return UIDS.matcher(INSTANTS.matcher(text).replaceAll("TIME")).replaceAll("UID");
    }

    private static void blank(JsonNode node) {
        if (node instanceof ArrayNode list) {
            list.forEach(Transcript::blank);
        } else if (node instanceof ObjectNode object) {
            object.remove("managedFields");
            for (String field : List.copyOf(
                    object.propertyStream().map(java.util.Map.Entry::getKey).toList())) {
                if (field.equals("uid") && object.get(field).isTextual()) {
                    object.put(field, "UID");
                } else if (TIMES.contains(field) && object.get(field).isTextual()) {
                    object.put(field, "TIME");
                } else {
                    blank(object.get(field));
                }
            }
        }
    }
}
