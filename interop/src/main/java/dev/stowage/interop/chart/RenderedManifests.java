package dev.stowage.interop.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The chart rendered for users without helm, as in `deploy/manifests`.
record RenderedManifests(HelmChart helmChart) {

    private static final String HEAD =
            "# Rendered from deploy/helm/stowage. Do not edit; run ./stowage interop chart --rewrite instead.\n";

    Path folder() {
        return helmChart.home().resolve("deploy/manifests");
    }

    /// The files by name. The CRDs are separate: they must be served before the rest is applied.
    Map<String, String> rendered() throws IOException, InterruptedException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("crds.yaml", HEAD + definitions());
        // kubectl runs no hooks, so the guard is left out.
        files.put("stowage.yaml", HEAD + helmChart.render("--set=namespace.create=true,uninstallGuard.enabled=false"));
        return files;
    }

    /// All CRDs in one file; `helm show crds` omits the separators.
    private String definitions() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(helmChart.folder().resolve("crds"))) {
            for (Path file : files.sorted().toList()) {
                text.append("---\n").append(Files.readString(file));
            }
        }
        return text.toString();
    }

    void rewrite() throws IOException, InterruptedException {
        Files.createDirectories(folder());
        for (Map.Entry<String, String> file : rendered().entrySet()) {
            Files.writeString(folder().resolve(file.getKey()), file.getValue());
        }
    }

    void requireSame() throws IOException, InterruptedException {
        for (Map.Entry<String, String> file : rendered().entrySet()) {
            if (!Files.readString(folder().resolve(file.getKey())).equals(file.getValue())) {
                throw new AssertionError(
                        "deploy/manifests/%s differs from what the chart renders (run ./stowage interop chart --rewrite)"
                                .formatted(file.getKey()));
            }
        }
    }
}
