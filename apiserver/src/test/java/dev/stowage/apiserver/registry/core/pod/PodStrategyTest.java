package dev.stowage.apiserver.registry.core.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInFixture;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceStrategy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodStrategyTest {
    private final ResourceStrategy pods = BuiltInFixture.resource("pods").resourceStrategy();

    private ObjectNode pod(String spec) {
        ObjectNode pod = BuiltInFixture.yaml("metadata: {name: web, uid: u1}\nspec: " + spec);
        pods.complete(pod);
        return pod;
    }

    private ObjectNode simple() {
        return pod("{containers: [{name: a, image: busybox}]}");
    }

    private List<String> refusals(ObjectNode pod) {
        return BuiltInFixture.problems(fieldErrors -> pods.validate(pod, fieldErrors));
    }

    private List<String> refusals(ObjectNode pod, ObjectNode old) {
        return BuiltInFixture.problems(fieldErrors -> pods.validateUpdate(pod, old, fieldErrors));
    }

    @Test
    void missingFieldsGetDefaults() {
        ObjectNode pod = pod("""
                hostNetwork: false
                containers:
                - name: a
                  image: nginx:1.27
                  resources: {limits: {cpu: "1"}}
                  env: [{name: N, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
                  livenessProbe: {httpGet: {port: 80}}
                volumes:
                - name: e
                - name: s
                  secret: {secretName: x}
                - name: h
                  hostPath: {path: /x}
                - name: p
                  projected: {sources: [{serviceAccountToken: {path: t}}]}
                """.indent(2).replaceFirst("^", "\n"));

        assertThat(pod.path("spec")).isEqualTo(BuiltInFixture.yaml("""
                                hostNetwork: false
                                containers:
                                - name: a
                                  image: nginx:1.27
                                  resources: {limits: {cpu: "1"}, requests: {cpu: "1"}}
                                  env: [{name: N, valueFrom: {fieldRef: {fieldPath: metadata.name, apiVersion: v1}}}]
                                  livenessProbe:
                                    httpGet: {port: 80, path: /, scheme: HTTP}
                                    timeoutSeconds: 1
                                    periodSeconds: 10
                                    successThreshold: 1
                                    failureThreshold: 3
                                  imagePullPolicy: IfNotPresent
                                  terminationMessagePath: /dev/termination-log
                                  terminationMessagePolicy: File
                                volumes:
                                - {name: e, emptyDir: {}}
                                - {name: s, secret: {secretName: x, defaultMode: 420}}
                                - {name: h, hostPath: {path: /x, type: ""}}
                                - name: p
                                  projected:
                                    sources: [{serviceAccountToken: {path: t, expirationSeconds: 3600}}]
                                    defaultMode: 420
                                dnsPolicy: ClusterFirst
                                restartPolicy: Always
                                schedulerName: default-scheduler
                                securityContext: {}
                                terminationGracePeriodSeconds: 30
                                enableServiceLinks: true
                                """));
    }

    @ParameterizedTest
    @CsvSource({
        "busybox, Always",
        "busybox:latest, Always",
        "busybox:1, IfNotPresent",
        "registry:5000/busybox, Always",
        "registry:5000/busybox:2, IfNotPresent",
        "busybox@sha256:0123, IfNotPresent",
        "busybox:latest@sha256:0123, Always",
    })
    void imagesUnderANameThatMovesArePulledEachTime(String image, String policy) {
        assertThat(ContainerDefaults.pullPolicy(image)).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | BestEffort",
                "{requests: {cpu: 1}} | Burstable",
                "{limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 1, memory: 1Gi}} | Guaranteed",
                "{limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 500m, memory: 1Gi}} | Burstable",
                "{limits: {cpu: 1}, requests: {cpu: 1}} | Burstable",
                "{requests: {example.com/device: 1}} | BestEffort",
            })
    void qualityFollowsFromRequestsAndLimits(String resources, String quality) {
        JsonNode spec = BuiltInFixture.yaml("containers: [{name: a, resources: " + resources + "}]");

        assertThat(PodQosClass.of(spec)).isEqualTo(quality);
    }

    @Test
    void aNewPodIsPending() throws ApiException {
        ObjectNode pod = simple();
        JsonTree.ensure(pod, "status").put("phase", "Running");

        pods.prepareForCreate(pod, BuiltInFixture.around());

        assertThat(pod.path("status")).isEqualTo(BuiltInFixture.yaml("{phase: Pending, qosClass: BestEffort}"));
        assertThat(refusals(pod)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | spec.containers: Required value",
                "{containers: [{image: x}]} | spec.containers[0].name: Required value",
                "{containers: [{name: a}]} | spec.containers[0].image: Required value",
                "{containers: [{name: a, image: ' x'}]} | spec.containers[0].image: Invalid value: \" x\": must not have"
                        + " leading or trailing whitespace",
                "{containers: [{name: a, image: x}, {name: a, image: x}]} | spec.containers[1].name: Duplicate value:"
                        + " \"a\"",
                "{restartPolicy: No, containers: [{name: a, image: x}]} | spec.restartPolicy: Unsupported value: \"No\":"
                        + " supported values: \"Always\", \"OnFailure\", \"Never\"",
                "{containers: [{name: a, image: x, volumeMounts: [{name: v, mountPath: /v}]}]} |"
                        + " spec.containers[0].volumeMounts[0].name: Not found: \"v\"",
                "{volumes: [{name: v, emptyDir: {}, secret: {secretName: s}}], containers: [{name: a, image: x}]} |"
                        + " spec.volumes[0].secret: Forbidden: may not specify more than 1 volume type",
                "{containers: [{name: a, image: x, ports: [{containerPort: 70000}]}]} |"
                        + " spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535,"
                        + " inclusive",
                "{containers: [{name: a, image: x, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]} |"
                        + " spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal to cpu"
                        + " limit of 1",
                "{containers: [{name: a, image: x, livenessProbe: {}}]} | spec.containers[0].livenessProbe: Required"
                        + " value: must specify a handler type",
                "{tolerations: [{key: k, operator: Exists, value: v}], containers: [{name: a, image: x}]} |"
                        + " spec.tolerations[0].operator: Invalid value: \"v\": value must be empty when `operator` is"
                        + " 'Exists'",
            })
    void mistakesAreRefusedInTheWordsOfKubernetes(String spec, String refusal) {
        assertThat(refusals(pod(spec.replace("No,", "\"No\",")))).containsExactly(refusal);
    }

    @Test
    void onlyImagesTolerationsAndTheDeadlineMayChange() {
        ObjectNode old = simple();
        ObjectNode image = pod("{containers: [{name: a, image: 'busybox:2', imagePullPolicy: Always}], "
                + "activeDeadlineSeconds: 5, tolerations: [{key: k, operator: Exists}]}");
        ObjectNode command = pod("{containers: [{name: a, image: busybox, command: [x]}]}");
        ObjectNode more = pod("{containers: [{name: a, image: busybox}, {name: b, image: busybox}]}");

        assertThat(refusals(image, old)).isEmpty();
        assertThat(refusals(command, old))
                .singleElement()
                .asString()
                .startsWith("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
                        + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions"
                        + " to existing tolerations),");
        assertThat(refusals(more, old))
                .containsExactly("spec.containers: Forbidden: pod updates may not add or remove containers");
        assertThat(refusals(simple(), image))
                .contains("spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to"
                        + " nil value")
                .contains("spec.tolerations: Forbidden: existing toleration can not be modified except its"
                        + " tolerationSeconds");
    }

    @Test
    void bindingPutsAPodOnItsNodeOnce() throws ApiException {
        ObjectNode pod = simple();
        ObjectNode binding = BuiltInFixture.yaml(
                "metadata: {name: web, uid: u1, labels: {zone: z}}\n" + "target: {kind: Node, name: n1}");

        pods.sent("binding", binding, pod, BuiltInFixture.around());

        assertThat(JsonTree.text(pod, "spec", "nodeName")).isEqualTo("n1");
        assertThat(JsonTree.text(pod, "metadata", "labels", "zone")).isEqualTo("z");
        assertThat(pod.path("status").path("conditions").path(0))
                .isEqualTo(BuiltInFixture.yaml("{type: PodScheduled, status: 'True', lastProbeTime: null,"
                        + " lastTransitionTime: '2026-03-01T12:00:00Z'}"));
        assertThatThrownBy(() -> pods.sent("binding", binding, pod, BuiltInFixture.around()))
                .isInstanceOf(ApiException.class)
                .hasMessage("Operation cannot be fulfilled on pods/binding \"web\": pod web is already assigned to node"
                        + " \"n1\"");
    }

    @ParameterizedTest
    @CsvSource({
        "'', Pending, -1, 0",
        "n1, Running, -1, 30",
        "n1, Running, 5, 5",
        "n1, Running, 0, 0",
        "n1, Failed, -1, 0",
        "n1, Succeeded, 60, 0",
    })
    void podsThatNoKubeletRunsAreDeletedAtOnce(String node, String phase, long wanted, long period) {
        ObjectNode pod = simple();
        JsonTree.ensure(pod, "spec").put("nodeName", node);
        JsonTree.ensure(pod, "status").put("phase", phase);

        assertThat(pods.gracePeriod(pod, wanted)).isEqualTo(period);
    }

    @Test
    void aContainerThatEndedForGoodStaysEnded() {
        ObjectNode old = BuiltInFixture.yaml("""
                spec: {restartPolicy: Never, containers: [{name: a}]}
                status: {containerStatuses: [{name: a, state: {terminated: {exitCode: 0}}}]}
                """);
        ObjectNode pod = BuiltInFixture.yaml("""
                spec: {restartPolicy: Never, containers: [{name: a}]}
                status: {containerStatuses: [{name: a, state: {running: {}}}]}
                """);

        assertThat(BuiltInFixture.problems(fieldErrors -> pods.validateStatusUpdate(pod, old, fieldErrors)))
                .containsExactly(
                        "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated"
                                + " state");
    }

    private List<String> debugging(ObjectNode old, String containers) {
        ObjectNode pod = old.deepCopy();
        JsonTree.ensure(pod, "spec")
                .set(
                        "ephemeralContainers",
                        BuiltInFixture.yaml("list: " + containers).path("list"));
        pods.complete(pod);
        return BuiltInFixture.problems(
                fieldErrors -> pods.validateThrough("ephemeralcontainers", pod, old, fieldErrors));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: d, image: x, targetContainerName: a, stdin: true, tty: true} | ''",
                "{name: a, image: x} | spec.ephemeralContainers[0].name: Duplicate value: \"a\"",
                "{name: d, image: x, targetContainerName: b} |"
                        + " spec.ephemeralContainers[0].targetContainerName: Not found: \"b\"",
                "{name: d, image: x, restartPolicy: Always} |"
                        + " spec.ephemeralContainers[0].restartPolicy: Forbidden: cannot be set for an Ephemeral Container",
                "{name: d, image: x, volumeMounts: [{name: v, mountPath: /v, subPath: s}]} |"
                        + " spec.ephemeralContainers[0].volumeMounts[0].subPath: Forbidden: cannot be set for an"
                        + " Ephemeral Container",
                "{name: d, image: x, resources: {limits: {cpu: 1}}} |"
                        + " spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container",
            })
    void anEphemeralContainerHasLimits(String container, String refusal) {
        ObjectNode old = pod("{containers: [{name: a, image: busybox}], volumes: [{name: v, emptyDir: {}}]}");

        assertThat(debugging(old, "[" + container + "]")).isEqualTo(refusal.isEmpty() ? List.of() : List.of(refusal));
    }

    @Test
    void ephemeralContainersAreOnlyAdded() {
        ObjectNode old = pod("{containers: [{name: a, image: busybox}], ephemeralContainers: [{name: d, image: x}]}");

        assertThat(debugging(old, "[{name: d, image: x}, {name: e, image: x, targetContainerName: d}]"))
                .containsExactly("spec.ephemeralContainers[1].targetContainerName: Not found: \"d\"");
        assertThat(debugging(old, "[{name: e, image: x}]"))
                .containsExactly("spec.ephemeralContainers: Forbidden: existing ephemeral containers \"d\" may not be"
                        + " removed\n");
        assertThat(debugging(old, "[{name: d, image: y}]"))
                .containsExactly("spec.ephemeralContainers: Forbidden: existing ephemeral containers \"d\" may not be"
                        + " changed\n");
        JsonTree.ensure(old, "metadata", "annotations").put("kubernetes.io/config.mirror", "x");
        assertThat(debugging(old, "[]")).contains(": Forbidden: static pods do not support ephemeral containers");
    }
}
