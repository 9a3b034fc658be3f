package dev.stowage.kube.endpoint;

import java.nio.charset.StandardCharsets;

/// The response of a page.
@SuppressWarnings("ArrayRecordComponent") // created, sent and dropped: never compared or changed
public record PageResponse(int status, String type, byte[] body) {

    private static final String TEXT = "text/plain; charset=utf-8";

    public static PageResponse ok() {
        return text(200, "ok");
    }

    public static PageResponse text(int status, String text) {
        return new PageResponse(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
