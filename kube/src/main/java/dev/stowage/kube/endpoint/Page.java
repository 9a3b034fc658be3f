package dev.stowage.kube.endpoint;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What stands at one path.
@FunctionalInterface
public interface Page {

    /// @param query the request's parameters, the first of each name
    Reply answer(Map<String, String> query) throws IOException, InterruptedException;

    /// Says `ok`, or what is wrong.
    static Page health(Supplier<Optional<String>> trouble) {
        return _ -> trouble.get()
                .map(text -> Reply.text(500, "internal server error: " + text + "\n"))
                .orElseGet(Reply::ok);
    }
}
