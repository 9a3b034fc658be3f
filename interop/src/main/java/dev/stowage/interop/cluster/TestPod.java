package dev.stowage.interop.cluster;

/// A pod with the image that every node here has.
public final class TestPod {

    public static final String IMAGE = "localhost/stowage/busybox:1";

    private TestPod() {}

    /// @param command a command line for busybox's shell in the pod
    public static String manifest(String name, String command) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  restartPolicy: Never
                  automountServiceAccountToken: false
                  terminationGracePeriodSeconds: 1
                  containers:
                  - name: main
                    image: %s
                    imagePullPolicy: Never
                    command: [/bin/sh, -c, '%s']
                """.formatted(name, IMAGE, command);
    }
}
