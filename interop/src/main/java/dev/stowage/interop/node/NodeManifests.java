package dev.stowage.interop.node;

import dev.stowage.interop.cluster.TestPod;

/// Objects that scripts start with.
final class NodeManifests {

    private NodeManifests() {}

    /// @param storage local or disk
    static String claim(String name, String storage, String... more) {
        return """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s}
                spec:
                  storageClassName: %s
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 64Mi}}
                """.formatted(name, storage) + String.join("\n", more).indent(2) + "---\n";
    }

    /// A pod that runs until it is deleted.
    ///
    /// @param container lines of its container
    /// @param spec additional lines
    static String pod(String name, String container, String spec) {
        return pod(name, "sleep infinity", container, spec);
    }

    static String pod(String name, String command, String container, String spec) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, labels: {app: tested}}
                spec:
                  terminationGracePeriodSeconds: 1
                  automountServiceAccountToken: false
                %s  containers:
                  - name: main
                    image: %s
                    imagePullPolicy: Never
                    command: [/bin/sh, -c, '%s']
                %s---
                """.formatted(name, spec.indent(2), TestPod.IMAGE, command, container.indent(4));
    }

    /// The usual pod: one claim with the same name at /data.
    static String usual(String name, String claim) {
        return pod(
                name,
                "volumeMounts: [{name: data, mountPath: /data}]",
                "volumes: [{name: data, persistentVolumeClaim: {claimName: " + claim + "}}]");
    }
}
