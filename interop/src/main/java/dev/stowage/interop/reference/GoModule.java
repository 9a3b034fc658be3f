package dev.stowage.interop.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The Go modules in `reference/`. Their files are resources, so that the harness needs no path to its sources.
enum GoModule {
    SANITY("sanity", "github.com/kubernetes-csi/csi-test/v5", false),
    KUBERNETES("kubernetes", "k8s.io/kubernetes", false),

    /// A separate module, so that a dependency of the tests never causes a rebuild of the control plane.
    E2E("e2e", "k8s.io/kubernetes", false),
    SNAPSHOTTER("snapshotter", "github.com/kubernetes-csi/external-snapshotter/v8", false),
    HELM("helm", "helm.sh/helm/v3", false),
    CLIENT_GO("client-go", "k8s.io/client-go", true),
    KUBECTL_1_32("kubectl-1.32", "k8s.io/kubectl", true),
    SPEC("spec", "github.com/container-storage-interface/spec", true),
    SPEC_1_12("spec-1.12", "github.com/container-storage-interface/spec", true),
    KUBE_TYPES("kube-types", "k8s.io/kubernetes", true);

    private final String folder;
    private final String modulePath;
    private final boolean ownProgram;

    GoModule(String folder, String modulePath, boolean ownProgram) {
        this.folder = folder;
        this.modulePath = modulePath;
        this.ownProgram = ownProgram;
    }

    String folder() {
        return folder;
    }

    List<String> files() {
        return ownProgram ? List.of("go.mod", "go.sum", "main.go") : List.of("go.mod", "go.sum");
    }

    String text(String file) {
        String resource = "/reference/" + folder + "/" + file;
        try (InputStream in = GoModule.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The version of the reference implementation, as `go.mod` requires it.
    String version() {
        return required(modulePath);
    }

    private String required(String module) {
        Matcher required = Pattern.compile("(?m)^(?:require|\\t)\\s*" + Pattern.quote(module) + " (v\\S+)")
                .matcher(text("go.mod"));
        if (!required.find()) {
            throw new IllegalStateException("reference/" + folder + "/go.mod does not require " + module);
        }
        return required.group(1);
    }

    /// Kubernetes gets its version from the linker: without it, it reports v0.0.0 and fails its compatibility
    /// checks. Helm gets its default Kubernetes version for rendering in the same way; otherwise it assumes a
    /// very old one.
    String linkerFlags() {
        return switch (this) {
            case KUBERNETES, E2E -> kubernetesFlags(version());
            // Its modules have the version 0.32.3 where Kubernetes has 1.32.3.
            case KUBECTL_1_32 -> kubernetesFlags(version().replaceFirst("^v0", "v1"));
            case HELM -> {
                String minor = required("k8s.io/client-go").split("\\.", -1)[1];
                yield "-s -w -X helm.sh/helm/v3/internal/version.version=" + version()
                        + Stream.of("chartutil", "lint/rules")
                                .map(each -> " -X helm.sh/helm/v3/pkg/" + each + ".k8sVersion")
                                .map(each -> each + "Major=1" + each + "Minor=" + minor)
                                .collect(Collectors.joining());
            }
            case SANITY, SNAPSHOTTER, CLIENT_GO, SPEC, SPEC_1_12, KUBE_TYPES -> "-s -w";
        };
    }

    private static String kubernetesFlags(String version) {
        String[] parts = version.substring(1).split("\\.", -1);
        String variable = " -X k8s.io/component-base/version.";
        return "-s -w" + variable + "gitVersion=" + version + variable + "gitMajor=" + parts[0] + variable + "gitMinor="
                + parts[1] + variable + "gitTreeState=clean";
    }
}
