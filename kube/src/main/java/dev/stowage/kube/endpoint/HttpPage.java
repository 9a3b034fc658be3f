package dev.stowage.kube.endpoint;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The page at one path.
@FunctionalInterface
public interface HttpPage {

    /// @param query the request's parameters, the first of each name
    PageResponse answer(Map<String, String> query) throws IOException, InterruptedException;

    /// Answers `ok`, or what is wrong.
    static HttpPage health(Supplier<Optional<String>> trouble) {
        return _ -> trouble.get()
                .map(text -> PageResponse.text(500, "internal server error: " + text + "\n"))
                .orElseGet(PageResponse::ok);
    }
}
