package dev.stowage.node.server.auth;

import java.util.List;

/// The authorization attributes of a request to the node: a verb and subresources of the node.
///
/// @param parts access to any one of them is sufficient
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
