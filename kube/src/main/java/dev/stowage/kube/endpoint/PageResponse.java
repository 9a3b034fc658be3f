package dev.stowage.kube.endpoint;

import java.nio.charset.StandardCharsets;

/// What a page answers.
@SuppressWarnings("ArrayRecordComponent") // made, sent and forgotten: nobody compares or changes it
public record PageResponse(int status, String type, byte[] body) {

    private static final String TEXT = "text/plain; charset=utf-8";

    public static PageResponse ok() {
        return text(200, "ok");
    }

    public static PageResponse text(int status, String text) {
        return new PageResponse(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
