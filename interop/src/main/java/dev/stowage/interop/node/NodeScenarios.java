package dev.stowage.interop.node;

import static dev.stowage.interop.node.NodeManifests.claim;
import static dev.stowage.interop.node.NodeManifests.pod;
import static dev.stowage.interop.node.NodeManifests.usual;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.interop.cluster.ResourceKind;
import dev.stowage.interop.cluster.TestPod;
import java.util.List;

/// How pods use volumes.
final class NodeScenarios {

    /// The mount options of /data, and the permissions of its files.
    private static final String LOOK = "grep \" /data \" /proc/mounts | sed \"s/^[^ ]* //; s/,[a-z]*=[^ ,]*//g\";"
            + " stat -c \"%n %u:%g %a %F\" /data /data/*";

    static final List<NodeScenario> ALL = List.of(
            new NodeScenario("claim", true, context -> volume(context, "local")),
            new NodeScenario("attached", true, context -> volume(context, "disk")),
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

    private static void volume(NodeScenarioContext context, String storage) throws Exception {
        context.create(claim("data", storage) + usual("pod", "data"));
        context.awaitReady("pod");
        context.inside("pod", "echo hello > /data/file");
        context.show("pod", LOOK + "; cat /data/file");
        context.end("pod");
        context.create(usual("next", "data"));
        context.awaitReady("next");
        context.note("the next one reads " + context.inside("next", "cat /data/file"));
        context.end("next");
    }

    private static void readOnly(NodeScenarioContext context) throws Exception {
        context.create(claim("data", "local")
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
        context.show("pod", attempt);
        context.show("whole", attempt);
        context.end("pod");
        context.end("whole");
    }

    private static void block(NodeScenarioContext context) throws Exception {
        context.create(claim("data", "local", "volumeMode: Block")
                + pod(
                        "pod",
                        "volumeDevices: [{name: data, devicePath: /dev/xvda}]",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]"));
        context.show(
                "pod",
                "stat -c \"%n %u:%g %F\" /dev/xvda; echo raw | dd of=/dev/xvda bs=512 conv=sync 2>/dev/null;"
                        + " dd if=/dev/xvda bs=3 count=1 2>/dev/null");
        context.end("pod");
    }

    private static void ephemeral(NodeScenarioContext context) throws Exception {
        context.create(pod("pod", "volumeMounts: [{name: data, mountPath: /data}]", """
                volumes:
                - name: data
                  ephemeral:
                    volumeClaimTemplate:
                      spec:
                        storageClassName: local
                        accessModes: [ReadWriteOnce]
                        resources: {requests: {storage: 64Mi}}
                """));
        context.show("pod", LOOK);
        context.end("pod");
        context.await(
                "the end of its claim",
                () -> context.get(ResourceKind.CLAIM, "pod-data").isMissingNode());
    }

    private static void inline(NodeScenarioContext context) throws Exception {
        context.create(pod("pod", "volumeMounts: [{name: data, mountPath: /data}]", """
                volumes:
                - name: data
                  csi: {driver: local.stowage.dev, volumeAttributes: {size: 32Mi}}
                """));
        context.show("pod", LOOK);
        context.end("pod");
    }

    private static void group(NodeScenarioContext context) throws Exception {
        context.create(claim("data", "local")
                + pod(
                        "pod",
                        "volumeMounts: [{name: data, mountPath: /data}]",
                        "securityContext: {fsGroup: 2000, runAsUser: 1000}\n"
                                + "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]"));
        context.awaitReady("pod");
        context.inside("pod", "echo mine > /data/file");
        context.show("pod", LOOK + "; id -u; id -g; id -G");
        context.end("pod");
    }

    private static void part(NodeScenarioContext context) throws Exception {
        context.create(claim("data", "local")
                + pod(
                        "pod",
                        "volumeMounts: [{name: data, mountPath: /data, subPath: a/b}, {name: data, mountPath: /all}]",
                        "volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]"));
        context.awaitReady("pod");
        context.inside("pod", "echo part > /data/file");
        context.show("pod", LOOK + "; cat /all/a/b/file; stat -c \"%n %u:%g %a\" /all/a /all/a/b");
        context.end("pod");
    }

    private static void twoPods(NodeScenarioContext context) throws Exception {
        context.create(claim("data", "disk") + usual("one", "data") + usual("two", "data"));
        context.awaitReady("one");
        context.awaitReady("two");
        context.inside("one", "echo shared > /data/file");
        context.show("one", LOOK);
        context.end("one");
        context.show("two", "cat /data/file");
        context.end("two");
    }

    /// With XFS, which every kernel can expand while mounted; ext4 needs a capability that root may lack here.
    private static void growth(NodeScenarioContext context) throws Exception {
        context.create(claim("data", "local-xfs").replace("64Mi", "320Mi") + usual("pod", "data"));
        context.awaitReady("pod");
        String size = "stat -f -c %b /data";
        long before = Long.parseLong(context.inside("pod", size));
        context.adminApiClient()
                .patch(
                        ResourceKind.CLAIM.path(context.namespace(), "data"),
                        "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"400Mi\"}}}}");
        context.await("growth", () -> Long.parseLong(context.inside("pod", size)) > before);
        context.await(
                "the word about it",
                () -> context.get(ResourceKind.CLAIM, "data")
                        .at("/status/capacity/storage")
                        .asText()
                        .equals("400Mi"));
        JsonNode status = context.get(ResourceKind.CLAIM, "data").path("status");
        context.note("capacity " + status.at("/capacity/storage").asText() + ", "
                + status.path("conditions").size() + " conditions");
        context.end("pod");
    }

    private static void files(NodeScenarioContext context) throws Exception {
        context.create("""
                {apiVersion: v1, kind: Secret, metadata: {name: hidden}, stringData: {word: open}}
                ---
                """);
        context.create(pod("pod", """
                volumeMounts:
                - {name: empty, mountPath: /empty}
                - {name: memory, mountPath: /memory}
                - {name: hidden, mountPath: /hidden}
                - {name: info, mountPath: /info}
                - {name: both, mountPath: /both}
                """, """
                volumes:
                - {name: empty, emptyDir: {}}
                - {name: memory, emptyDir: {medium: Memory, sizeLimit: 8Mi}}
                - {name: hidden, secret: {secretName: hidden, defaultMode: 0400}}
                - name: info
                  downwardAPI: {items: [{path: app, fieldRef: {fieldPath: "metadata.labels['app']"}}]}
                - name: both
                  projected:
                    sources:
                    - {secret: {name: hidden, items: [{key: word, path: deep/word}]}}
                    - downwardAPI: {items: [{path: name, fieldRef: {fieldPath: metadata.name}}]}
                    - {serviceAccountToken: {path: token}}
                    - {configMap: {name: kube-root-ca.crt, items: [{key: ca.crt, path: ca.crt}]}}
                """));
        context.show(
                "pod",
                "for each in /empty /memory /hidden /info /both; do stat -L -c \"%n %u:%g %a %F\" $each $each/*; done;"
                        + " cat /hidden/word /info/app /both/deep/word /both/name;"
                        + " for each in memory hidden both; do grep \" /$each \" /proc/mounts | sed \"s/,[a-z0-9_]*=[^ ,]*//g\"; done");
        context.end("pod");
    }

    private static void toTheEnd(NodeScenarioContext context) throws Exception {
        context.create(pod("pod", "echo said; exit 0", "", """
                restartPolicy: Never
                initContainers:
                - {name: first, image: %s, imagePullPolicy: Never, command: [/bin/echo, before]}
                """.formatted(TestPod.IMAGE)));
        context.awaitPhase("pod", "Succeeded");
        context.note(context.kubectl().output("logs", "-n", context.namespace(), "pod"));
        context.note(context.kubectl().output("logs", "-n", context.namespace(), "pod", "-c", "first"));
        JsonNode ended = context.get(ResourceKind.POD, "pod").at("/status/containerStatuses/0/state/terminated");
        context.note(
                ended.path("reason").asText() + " " + ended.path("exitCode").asInt());
        context.end("pod");
    }
}
