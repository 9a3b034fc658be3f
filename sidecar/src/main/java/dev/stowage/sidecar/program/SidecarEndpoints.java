package dev.stowage.sidecar.program;

import dev.stowage.flags.UsageException;
import dev.stowage.kube.endpoint.FlightRecordingPage;
import dev.stowage.kube.endpoint.HttpPage;
import dev.stowage.kube.endpoint.ListenAddress;
import dev.stowage.kube.endpoint.PageResponse;
import dev.stowage.kube.manager.EndpointOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which pages are served at which address.
///
/// @param metrics empty for a program without metrics
/// @param liveness the driver's health, for a process that probes it
/// @param registration the health of the kubelet's socket, for a process that has one
/// @param leadership the health of leases, for a process that holds some
record SidecarEndpoints(
        Optional<HttpPage> metrics,
        Optional<HttpPage> liveness,
        Optional<HttpPage> registration,
        Optional<HttpPage> leadership) {

    static final String HEALTH = "/healthz";
    static final String LEADERSHIP = "/healthz/leader-election";

    record HttpListener(ListenAddress address, Map<String, HttpPage> pages) {}

    List<HttpListener> listeners(SidecarOptions options) {
        List<HttpListener> sites = new ArrayList<>();
        EndpointOptions endpoint = options.endpoint();
        endpoint.whole().ifPresent(address -> sites.add(new HttpListener(address, whole(options))));
        endpoint.metrics().ifPresent(address -> sites.add(new HttpListener(address, metricsAlone(endpoint))));
        liveness.flatMap(page -> ownPort(options).map(address -> new HttpListener(address, Map.of(HEALTH, page))))
                .ifPresent(sites::add);
        registration
                .flatMap(page -> registrarPort(options).map(address -> {
                    Map<String, HttpPage> pages = new LinkedHashMap<>(Map.of(HEALTH, page));
                    addRecordings(options, pages);
                    return new HttpListener(address, pages);
                }))
                .ifPresent(sites::add);
        return sites;
    }

    private Map<String, HttpPage> whole(SidecarOptions options) {
        Map<String, HttpPage> pages = metricsAlone(options.endpoint());
        List<HttpPage> parts = new ArrayList<>();
        liveness.ifPresent(parts::add);
        registration.ifPresent(parts::add);
        pages.put(HEALTH, together(parts));
        leadership.ifPresent(page -> pages.put(LEADERSHIP, page));
        addRecordings(options, pages);
        return pages;
    }

    private Map<String, HttpPage> metricsAlone(EndpointOptions endpoint) {
        Map<String, HttpPage> pages = new LinkedHashMap<>();
        metrics.ifPresent(page -> pages.put(endpoint.metricsPath(), page));
        return pages;
    }

    private static void addRecordings(SidecarOptions options, Map<String, HttpPage> pages) {
        if (options.recordings()) {
            pages.put(FlightRecordingPage.PATH, new FlightRecordingPage());
        }
    }

    /// The probe has its own port unless it shares the common endpoint.
    private static Optional<ListenAddress> ownPort(SidecarOptions options) {
        boolean shares = options.endpoint().whole().isPresent();
        if (shares && options.singleRole().isPresent() && options.liveness().hasOddPort()) {
            throw new UsageException("only one of --health-port and --http-endpoint can be set");
        }
        return shares && !options.liveness().hasOddPort()
                ? Optional.empty()
                : Optional.of(new ListenAddress("0.0.0.0", options.liveness().port()));
    }

    private static Optional<ListenAddress> registrarPort(SidecarOptions options) {
        int port = options.registrar().port();
        if (port > 0
                && options.endpoint().whole().isPresent()
                && options.singleRole().isPresent()) {
            throw new UsageException("only one of --health-port and --http-endpoint can be set");
        }
        return port > 0 ? Optional.of(new ListenAddress("", port)) : Optional.empty();
    }

    /// Healthy when all parts are; otherwise the response of the first unhealthy part.
    private static HttpPage together(List<HttpPage> parts) {
        return query -> {
            for (HttpPage part : parts) {
                PageResponse pageResponse = part.answer(query);
                if (pageResponse.status() != 200) {
                    return pageResponse;
                }
            }
            return PageResponse.ok();
        };
    }
}
