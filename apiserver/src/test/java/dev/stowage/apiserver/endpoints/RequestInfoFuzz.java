package dev.stowage.apiserver.endpoints;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// The path of a request and what it accepts.
public final class RequestInfoFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "/api/v1/namespaces/default/pods/a/log",
                "/apis/apps/v1/watch/namespaces/x%2Fy/deployments",
                "/apis/a/v1/namespaces/n/status",
                "application/json;as=Table;g=meta.k8s.io;v=v1;q=0.5, */*");
    }

    @Override
    public List<String> words() {
        return List.of("/", "//", "%2F", "%", "+", "namespaces", "watch", ";", ",", "q=NaN", "=", "api");
    }

    @Override
    public void run(byte[] input) {
        String text = FuzzTarget.text(input);
        MediaRange.parse(text);
        try {
            RequestInfo.parse(RequestInfo.segments(text));
        } catch (IllegalArgumentException _) {
            // Not properly encoded, which the caller reports.
        }
    }
}
