package dev.stowage.interop.reference;

/// A program that we build from a Go module and compare with.
public enum ReferenceProgram {
    CSI_SANITY(GoModule.SANITY, "csi-sanity", "github.com/kubernetes-csi/csi-test/v5/cmd/csi-sanity"),
    KUBE_APISERVER(GoModule.KUBERNETES, "kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
    KUBE_CONTROLLER_MANAGER(
            GoModule.KUBERNETES, "kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager"),
    KUBE_SCHEDULER(GoModule.KUBERNETES, "kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
    KUBELET(GoModule.KUBERNETES, "kubelet", "k8s.io/kubernetes/cmd/kubelet"),
    KUBECTL(GoModule.KUBERNETES, "kubectl", "k8s.io/kubernetes/cmd/kubectl"),
    E2E_TEST(GoModule.E2E, "e2e.test", "k8s.io/kubernetes/test/e2e"),
    GINKGO(GoModule.E2E, "ginkgo", "github.com/onsi/ginkgo/v2/ginkgo"),
    AGNHOST(GoModule.E2E, "agnhost", "k8s.io/kubernetes/test/images/agnhost"),
    SNAPSHOT_CONTROLLER(
            GoModule.SNAPSHOTTER,
            "snapshot-controller",
            "github.com/kubernetes-csi/external-snapshotter/v8/cmd/snapshot-controller"),
    CSI_SNAPSHOTTER(
            GoModule.SNAPSHOTTER,
            "csi-snapshotter",
            "github.com/kubernetes-csi/external-snapshotter/v8/cmd/csi-snapshotter"),
    HELM(GoModule.HELM, "helm", "helm.sh/helm/v3/cmd/helm"),
    CLIENT_GO(GoModule.CLIENT_GO, "client-go", "."),
    KUBECTL_1_32(GoModule.KUBECTL_1_32, "kubectl-1.32", "."),
    SPEC(GoModule.SPEC, "spec", "."),
    SPEC_1_12(GoModule.SPEC_1_12, "spec-1.12", "."),
    KUBE_TYPES(GoModule.KUBE_TYPES, "kube-types", ".");

    private final GoModule module;
    private final String program;
    private final String source;

    ReferenceProgram(GoModule module, String program, String source) {
        this.module = module;
        this.program = program;
        this.source = source;
    }

    GoModule module() {
        return module;
    }

    public String program() {
        return program;
    }

    /// The Go package to build.
    String source() {
        return source;
    }

    /// Whether the program is a package's tests.
    boolean isTest() {
        return program.endsWith(".test");
    }

    /// The version of the implementation, for example `v1.36.3`.
    public String version() {
        return module.version();
    }
}
