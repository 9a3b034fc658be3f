package dev.stowage.node.serve.access;

import java.util.List;

/// What a request to the node is in the words of the API: a verb, on parts of the node.
///
/// @param parts who may do this to one of them may do it
record Asked(String verb, List<String> parts) {

    static Asked of(String method, String path) {
        String verb = switch (method) {
            case "POST" -> "create";
            case "GET", "HEAD" -> "get";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
        if (isBelow(path, "/stats")) {
            return new Asked(verb, List.of("stats"));
        } else if (isBelow(path, "/metrics")) {
            return new Asked(verb, List.of("metrics"));
        } else if (isBelow(path, "/logs")) {
            return new Asked(verb, List.of("log"));
        } else if (isBelow(path, "/pods") || isBelow(path, "/runningpods")) {
            return new Asked(verb, List.of("pods", "proxy"));
        }
        return new Asked(verb, List.of("proxy"));
    }

    private static boolean isBelow(String path, String place) {
        return path.equals(place) || path.startsWith(place + "/");
    }
}
