package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Pods with a claim each, under the same name, mounted at `/data`.
///
/// @param image with a shell
record PodsWithClaims(Kubectl kubectl, String image, String storageClass) {

    private static final Duration SOON = Duration.ofMinutes(3);

    void create(String name, String script) throws IOException, InterruptedException {
        kubectl.apply("""
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %1$s}
                spec:
                  storageClassName: %2$s
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 320Mi}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s}
                spec:
                  restartPolicy: Never
                  terminationGracePeriodSeconds: 1
                  containers:
                  - name: main
                    image: %3$s
                    command: [sh, -c, '%4$s']
                    volumeMounts: [{name: data, mountPath: /data}]
                  volumes:
                  - {name: data, persistentVolumeClaim: {claimName: %1$s}}
                """.formatted(name, storageClass, image, script));
    }

    /// Waits until the pod has succeeded.
    void awaitSuccess(String name) throws IOException, InterruptedException {
        Await.until(
                "the success of pod " + name,
                SOON,
                List.of(),
                () -> "Succeeded".equals(kubectl.output("get", "pod", name, "-o", "jsonpath={.status.phase}")));
    }

    void delete(String name) throws IOException, InterruptedException {
        kubectl.output("delete", "pod/" + name, "pvc/" + name, "--timeout=120s");
    }

    void awaitNoVolumes() throws IOException, InterruptedException {
        Await.until(
                "the end of all volumes",
                SOON,
                List.of(),
                () -> kubectl.output("get", "pv", "-o", "name").isEmpty());
    }
}
