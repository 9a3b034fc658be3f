package dev.stowage.interop.judge;

/// A program that we build from a Go module and judge by.
public enum Judge {
    CSI_SANITY(GoModule.SANITY, "csi-sanity", "github.com/kubernetes-csi/csi-test/v5/cmd/csi-sanity"),
    KUBE_APISERVER(GoModule.KUBERNETES, "kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
    KUBE_CONTROLLER_MANAGER(
            GoModule.KUBERNETES, "kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager"),
    KUBE_SCHEDULER(GoModule.KUBERNETES, "kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
    KUBELET(GoModule.KUBERNETES, "kubelet", "k8s.io/kubernetes/cmd/kubelet"),
    KUBECTL(GoModule.KUBERNETES, "kubectl", "k8s.io/kubernetes/cmd/kubectl"),
    SPEC(GoModule.SPEC, "spec", "."),
    SPEC_1_12(GoModule.SPEC_1_12, "spec-1.12", ".");

    private final GoModule module;
    private final String program;
    private final String source;

    Judge(GoModule module, String program, String source) {
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

    /// The package that `go build` is asked for.
    String source() {
        return source;
    }

    /// The version of what it judges by, for example `v1.36.3`.
    public String version() {
        return module.version();
    }
}
