package dev.stowage.interop.node;

import static dev.stowage.interop.node.NodeManifests.claim;
import static dev.stowage.interop.node.NodeManifests.pod;
import static dev.stowage.interop.node.NodeManifests.usual;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.TestPod;
import java.util.List;

/// What pods do with volumes.
final class NodeScenarios {

    /// How /data is mounted, and who may do what with what lies in it.
    private static final String LOOK = "grep \" /data \" /proc/mounts | sed \"s/^[^ ]* //; s/,[a-z]*=[^ ,]*//g\";"
            + " stat -c \"%n %u:%g %a %F\" /data /data/*";

    static final List<NodeScenario> ALL = List.of(
            new NodeScenario("claim", true, play -> volume(play, "local")),
            new NodeScenario("attached", true, play -> volume(play, "disk")),
            new NodeScenario("read-only", false, NodeScenarios::readOnly),
            new NodeScenario("block", false, NodeScenarios::block),
            new NodeScenario("ephemeral", false, NodeScenarios::ephemeral),
            new NodeScenario("inline", false, NodeScenarios::inline),
            new NodeScenario("group", false, NodeScenarios::group),
            new NodeScenario("part", false, NodeScenarios::part),
            new NodeScenario("two-pods", false, NodeScenarios::twoPods),
            new NodeScenario("growth", false, NodeScenarios::growth),
            new NodeScenario("files", true, NodeScenarios::files),
            new NodeScenario("to-the-end", true, NodeScenarios::toTheEnd));

    private NodeScenarios() {}

    private static void volume(NodePlay play, String storage) throws Exception {
        play.create(claim("data", storage) + usual("pod", "data"));
        play.awaitReady("pod");
        play.inside("pod", "echo hello > /data/file");
        play.show("pod", LOOK + "; cat /data/file");
        play.end("pod");
        play.create(usual("next", "data"));
        play.awaitReady("next");
        play.note("the next one reads " + play.inside("next", "cat /data/file"));
        play.end("next");
    }

    private static void readOnly(NodePlay play) throws Exception {
        play.create(claim("data", "local")
                + pod(
                        "pod",
                        "volumeMounts: [{name: data, mountPath: /data, readOnly: true}]",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]")
                + claim("other", "local")
                + pod(
                        "whole",
                        "volumeMounts: [{name: data, mountPath: /data}]",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: other, readOnly: true}}]"));
        String attempt = LOOK + "; touch /data/file 2>&1 || true";
        play.show("pod", attempt);
        play.show("whole", attempt);
        play.end("pod");
        play.end("whole");
    }

    private static void block(NodePlay play) throws Exception {
        play.create(claim("data", "local", "volumeMode: Block")
                + pod(
                        "pod",
                        "volumeDevices: [{name: data, devicePath: /dev/xvda}]",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]"));
        play.show(
                "pod",
                "stat -c \"%n %u:%g %F\" /dev/xvda; echo raw | dd of=/dev/xvda bs=512 conv=sync 2>/dev/null;"
                        + " dd if=/dev/xvda bs=3 count=1 2>/dev/null");
        play.end("pod");
    }

    private static void ephemeral(NodePlay play) throws Exception {
        play.create(pod("pod", "volumeMounts: [{name: data, mountPath: /data}]", """
                volumes:
                - name: data
                  ephemeral:
                    volumeClaimTemplate:
                      spec:
                        storageClassName: local
                        accessModes: [ReadWriteOnce]
                        resources: {requests: {storage: 64Mi}}
                """));
        play.show("pod", LOOK);
        play.end("pod");
        play.await(
                "the end of its claim", () -> play.get(Kind.CLAIM, "pod-data").isMissingNode());
    }

    private static void inline(NodePlay play) throws Exception {
        play.create(pod("pod", "volumeMounts: [{name: data, mountPath: /data}]", """
                volumes:
                - name: data
                  csi: {driver: local.stowage.dev, volumeAttributes: {size: 32Mi}}
                """));
        play.show("pod", LOOK);
        play.end("pod");
    }

    private static void group(NodePlay play) throws Exception {
        play.create(claim("data", "local")
                + pod(
                        "pod",
                        "volumeMounts: [{name: data, mountPath: /data}]",
                        "securityContext: {fsGroup: 2000, runAsUser: 1000}\n"
                                + "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]"));
        play.awaitReady("pod");
        play.inside("pod", "echo mine > /data/file");
        play.show("pod", LOOK + "; id -u; id -g; id -G");
        play.end("pod");
    }

    private static void part(NodePlay play) throws Exception {
        play.create(claim("data", "local")
                + pod(
                        "pod",
                        "volumeMounts: [{name: data, mountPath: /data, subPath: a/b}, {name: data, mountPath: /all}]",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]"));
        play.awaitReady("pod");
        play.inside("pod", "echo part > /data/file");
        play.show("pod", LOOK + "; cat /all/a/b/file; stat -c \"%n %u:%g %a\" /all/a /all/a/b");
        play.end("pod");
    }

    private static void twoPods(NodePlay play) throws Exception {
        play.create(claim("data", "disk") + usual("one", "data") + usual("two", "data"));
        play.awaitReady("one");
        play.awaitReady("two");
        play.inside("one", "echo shared > /data/file");
        play.show("one", LOOK);
        play.end("one");
        play.show("two", "cat /data/file");
        play.end("two");
    }

    /// With XFS, which every kernel lets grow: ext4 that is mounted wants a privilege that root may lack here.
    private static void growth(NodePlay play) throws Exception {
        play.create(claim("data", "local-xfs").replace("64Mi", "320Mi") + usual("pod", "data"));
        play.awaitReady("pod");
        String size = "stat -f -c %b /data";
        long before = Long.parseLong(play.inside("pod", size));
        play.api()
                .patch(
                        Kind.CLAIM.path(play.namespace(), "data"),
                        "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"400Mi\"}}}}");
        play.await("growth", () -> Long.parseLong(play.inside("pod", size)) > before);
        play.await(
                "the word about it",
                () -> play.get(Kind.CLAIM, "data")
                        .at("/status/capacity/storage")
                        .asText()
                        .equals("400Mi"));
        JsonNode status = play.get(Kind.CLAIM, "data").path("status");
        play.note("capacity " + status.at("/capacity/storage").asText() + ", "
                + status.path("conditions").size() + " conditions");
        play.end("pod");
    }

    private static void files(NodePlay play) throws Exception {
        play.create("""
                {apiVersion: v1, kind: Secret, metadata: {name: hidden}, stringData: {word: open}}
                ---
                """);
        play.create(pod("pod", """
                volumeMounts:
                - {name: empty, mountPath: /empty}
                - {name: memory, mountPath: /memory}
                - {name: hidden, mountPath: /hidden}
                - {name: told, mountPath: /told}
                - {name: both, mountPath: /both}
                """, """
                volumes:
                - {name: empty, emptyDir: {}}
                - {name: memory, emptyDir: {medium: Memory, sizeLimit: 8Mi}}
                - {name: hidden, secret: {secretName: hidden, defaultMode: 0400}}
                - name: told
                  downwardAPI: {items: [{path: app, fieldRef: {fieldPath: "metadata.labels['app']"}}]}
                - name: both
                  projected:
                    sources:
                    - {secret: {name: hidden, items: [{key: word, path: deep/word}]}}
                    - downwardAPI: {items: [{path: name, fieldRef: {fieldPath: metadata.name}}]}
                    - {serviceAccountToken: {path: token}}
                    - {configMap: {name: kube-root-ca.crt, items: [{key: ca.crt, path: ca.crt}]}}
                """));
        play.show(
                "pod",
                "for each in /empty /memory /hidden /told /both; do stat -L -c \"%n %u:%g %a %F\" $each $each/*; done;"
                        + " cat /hidden/word /told/app /both/deep/word /both/name;"
                        + " for each in memory hidden both; do grep \" /$each \" /proc/mounts | sed \"s/,[a-z0-9_]*=[^ ,]*//g\"; done");
        play.end("pod");
    }

    private static void toTheEnd(NodePlay play) throws Exception {
        play.create(pod("pod", "echo said; exit 0", "", """
                restartPolicy: Never
                initContainers:
                - {name: first, image: %s, imagePullPolicy: Never, command: [/bin/echo, before]}
                """.formatted(TestPod.IMAGE)));
        play.awaitPhase("pod", "Succeeded");
        play.note(play.kubectl().ask("logs", "-n", play.namespace(), "pod"));
        play.note(play.kubectl().ask("logs", "-n", play.namespace(), "pod", "-c", "first"));
        JsonNode ended = play.get(Kind.POD, "pod").at("/status/containerStatuses/0/state/terminated");
        play.note(ended.path("reason").asText() + " " + ended.path("exitCode").asInt());
        play.end("pod");
    }
}
