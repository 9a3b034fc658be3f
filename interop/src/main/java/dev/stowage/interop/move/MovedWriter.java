package dev.stowage.interop.move;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A StatefulSet with one pod that appends numbers to a file on its volume. Outside of the volume it writes
/// how far it came, so a lost number is noticed, and so is a second pod that writes to another copy of the
/// volume.
///
/// @param acknowledged the directory that gets the last number that is on disk
/// @param pause between two numbers, in seconds
record MovedWriter(Kubectl kubectl, Path acknowledged, String name, String storageClass, String pause) {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String SCRIPT = """
            [ -f /data/sum ] || { head -c 8M /dev/urandom > /data/blob && sha256sum /data/blob > /data/sum; }; \
            i=$(tail -n 1 /data/log 2>/dev/null); i=${i:-0}; \
            while i=$((i+1)); echo $i >> /data/log && sync /data/log && echo $i > /acknowledged/$WRITER; do sleep $PAUSE; done\
            """;

    String pod() {
        return name + "-0";
    }

    String claim() {
        return "data-" + pod();
    }

    void create() throws IOException, InterruptedException {
        kubectl.apply("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: %1$s}
                spec:
                  serviceName: %1$s
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      terminationGracePeriodSeconds: 2
                      containers:
                      - name: main
                        image: none
                        command: [sh, -c, '%2$s']
                        env: [{name: WRITER, value: %1$s}, {name: PAUSE, value: "%5$s"}]
                        volumeMounts:
                        - {name: data, mountPath: /data}
                        - {name: acknowledged, mountPath: /acknowledged}
                      volumes: [{name: acknowledged, hostPath: {path: %3$s, type: Directory}}]
                  volumeClaimTemplates:
                  - metadata: {name: data}
                    spec:
                      storageClassName: %4$s
                      accessModes: [ReadWriteOnce]
                      resources: {requests: {storage: 256Mi}}
                """.formatted(name, SCRIPT, acknowledged, storageClass, pause));
    }

    void awaitFirstLine() throws IOException, InterruptedException {
        Await.until("the first line of " + name, SOON, List.of(), () -> last() > 0);
    }

    /// The pod runs there, nothing that was acknowledged is missing, and nothing was written twice.
    void requireWholeOn(String node) throws IOException, InterruptedException {
        Await.until(
                pod() + " on " + node,
                SOON,
                List.of(),
                () -> field("{.spec.nodeName}").equals(node));
        kubectl.output("wait", "--for=condition=Ready", "--timeout=120s", "pod/" + pod());
        long acknowledgedLines = last();
        int lines = requireAscending();
        if (lines < acknowledgedLines) {
            throw new IOException("%s: %d lines were on disk, %d are there".formatted(name, acknowledgedLines, lines));
        }
        exec("sha256sum", "--check", "--quiet", "/data/sum");
        Await.until("another line of " + name, SOON, List.of(), () -> last() > acknowledgedLines);
    }

    /// The pod runs there again and goes on, after writes may have been lost: the file is as it was at one moment.
    void requireCopyOn(String node) throws IOException, InterruptedException {
        Await.until(
                pod() + " on " + node,
                SOON,
                List.of(),
                () -> field("{.spec.nodeName}").equals(node));
        kubectl.output("wait", "--for=condition=Ready", "--timeout=120s", "pod/" + pod());
        requireAscending();
        exec("sha256sum", "--check", "--quiet", "/data/sum");
    }

    private int requireAscending() throws IOException, InterruptedException {
        List<String> lines = exec("cat", "/data/log").lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equals(String.valueOf(i + 1))) {
                throw new IOException("%s: line %d is \"%s\"".formatted(name, i + 1, lines.get(i)));
            }
        }
        return lines.size();
    }

    /// The uid of the pod, and how often its container was started again.
    String identity() throws IOException, InterruptedException {
        return field("{.metadata.uid} {.status.containerStatuses[0].restartCount}");
    }

    String volume() throws IOException, InterruptedException {
        return kubectl.output("get", "pvc", claim(), "-o", "jsonpath={.spec.volumeName}");
    }

    private String field(String path) throws IOException, InterruptedException {
        return kubectl.output("get", "pod", pod(), "-o", "jsonpath=" + path);
    }

    private String exec(String... command) throws IOException, InterruptedException {
        String[] line = new String[command.length + 3];
        line[0] = "exec";
        line[1] = pod();
        line[2] = "--";
        System.arraycopy(command, 0, line, 3, command.length);
        return kubectl.output(line);
    }

    private long last() throws IOException {
        Path file = acknowledged.resolve(name);
        String text = Files.exists(file) ? Files.readString(file).strip() : "";
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }
}
