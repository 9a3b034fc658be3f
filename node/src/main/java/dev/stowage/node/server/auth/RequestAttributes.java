package dev.stowage.node.server.auth;

import java.util.List;

/// What a request to the node is in the words of the API: a verb, on parts of the node.
///
/// @param parts who may do this to one of them may do it
record RequestAttributes(String verb, List<String> parts) {

    static RequestAttributes of(String method, String path) {
        String verb = switch (method) {
            case "POST" -> "create";
            case "GET", "HEAD" -> "get";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
        if (isBelow(path, "/stats")) {
            return new RequestAttributes(verb, List.of("stats"));
        } else if (isBelow(path, "/metrics")) {
            return new RequestAttributes(verb, List.of("metrics"));
        } else if (isBelow(path, "/logs")) {
            return new RequestAttributes(verb, List.of("log"));
        } else if (isBelow(path, "/pods") || isBelow(path, "/runningpods")) {
            return new RequestAttributes(verb, List.of("pods", "proxy"));
        }
        return new RequestAttributes(verb, List.of("proxy"));
    }

    private static boolean isBelow(String path, String place) {
        return path.equals(place) || path.startsWith(place + "/");
    }
}
