package dev.stowage.kube.endpoint;

import java.nio.charset.StandardCharsets;

/// What a page answers.
@SuppressWarnings("ArrayRecordComponent") // made, sent and forgotten: nobody compares or changes it
public record Reply(int status, String type, byte[] body) {

    private static final String TEXT = "text/plain; charset=utf-8";

    public static Reply ok() {
        return text(200, "ok");
    }

    public static Reply text(int status, String text) {
        return new Reply(status, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }
}
