package dev.stowage.interop.cluster;

import java.nio.file.Path;

/// The configuration files of a node's programs.
final class NodeConfigFiles {

    /// runc and the mount programs are in the sbin directories, which a user's PATH may lack.
    static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private NodeConfigFiles() {}

    static String containerd(Path directory, Path networks, String pauseImage) {
        // restrict_oom_score_adj: root in a sandbox may lack the right to lower the score, and runc then dies silently.
        return """
                version = 2
                root = "%1$s/root"
                state = "%1$s/state"

                [grpc]
                  address = "%1$s/containerd.sock"

                [plugins."io.containerd.internal.v1.opt"]
                  path = "%1$s/opt"

                [plugins."io.containerd.grpc.v1.cri"]
                  restrict_oom_score_adj = true
                  sandbox_image = "%3$s"
                  stream_server_address = "127.0.0.1"
                  netns_mounts_under_state_dir = true

                  [plugins."io.containerd.grpc.v1.cri".cni]
                    bin_dir = "/usr/lib/cni"
                    conf_dir = "%2$s"

                  [plugins."io.containerd.grpc.v1.cri".containerd]
                    default_runtime_name = "runc"

                    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
                      runtime_type = "io.containerd.runc.v2"

                      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
                        Root = "%1$s/runc"
                        SystemdCgroup = false
                """.formatted(directory, networks, pauseImage);
    }

    /// A veth pair for each pod, without a route out of the machine.
    static String network(Path directory) {
        return """
                {"cniVersion":"0.4.0","name":"stowage-interop","plugins":[{"type":"ptp","ipMasq":false,
                 "ipam":{"type":"host-local","dataDir":"%s/cni/addresses","ranges":[[{"subnet":"10.251.77.0/24"}]]}}]}
                """.formatted(directory);
    }

    /// Limits and evictions off: the node must work on a machine that is busy, nearly full, or without cgroup v2.
    static String kubelet(
            Path directory,
            int port,
            Path authority,
            ClusterPki.KeyPairFiles serving,
            String runtime,
            String contentType) {
        return """
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                address: 127.0.0.1
                port: %2$d
                readOnlyPort: 0
                healthzPort: 0
                authentication:
                  anonymous: {enabled: false}
                  webhook: {enabled: true}
                  x509: {clientCAFile: %3$s}
                authorization: {mode: Webhook}
                tlsCertFile: %4$s
                tlsPrivateKeyFile: %5$s
                containerRuntimeEndpoint: %6$s
                contentType: %7$s
                resolvConf: ""
                syncFrequency: 10s
                podLogsDir: %1$s/pod-logs
                volumePluginDir: %1$s/volume-plugins
                cgroupDriver: cgroupfs
                cgroupsPerQOS: false
                enforceNodeAllocatable: []
                failCgroupV1: false
                failSwapOn: false
                localStorageCapacityIsolation: false
                makeIPTablesUtilChains: false
                imageGCHighThresholdPercent: 100
                evictionHard: {memory.available: 1Mi, nodefs.available: "0%%", nodefs.inodesFree: "0%%", imagefs.available: "0%%"}
                """.formatted(directory, port, authority, serving.certificate(), serving.key(), runtime, contentType);
    }
}
