package dev.stowage.apiserver.endpoints;

import java.io.IOException;
import java.util.List;

/// `/healthz`, `/livez` and `/readyz`.
final class HealthEndpoints {
    private static final List<String> CHECKS = List.of("ping", "log", "etcd", "informer-sync");

    private final LongRunningRequests longRunningRequests;

    HealthEndpoints(LongRunningRequests longRunningRequests) {
        this.longRunningRequests = longRunningRequests;
    }

    void answer(RequestExchange exchange) throws IOException {
        String page = exchange.segments().getFirst();
        boolean ready = !longRunningRequests.isEnding() || !page.equals("readyz");
        if (exchange.segments().size() > 1) {
            boolean known = CHECKS.contains(exchange.segments().get(1));
            exchange.sendText(known ? 200 : 404, known ? "ok" : "404 page not found\n");
        } else if (exchange.queryParameters().has("verbose") || !ready) {
            StringBuilder report = new StringBuilder();
            CHECKS.forEach(check -> report.append("[+]").append(check).append(" ok\n"));
            if (page.equals("readyz")) {
                report.append(ready ? "[+]shutdown ok\n" : "[-]shutdown failed: the server is stopping\n");
            }
            report.append(page).append(ready ? " check passed\n" : " check failed\n");
            exchange.sendText(ready ? 200 : 500, report.toString());
        } else {
            exchange.sendText(200, "ok");
        }
    }
}
