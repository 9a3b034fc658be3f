package dev.stowage.interop.up;

import static dev.stowage.interop.up.UpOutput.require;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// What users of any small cluster expect beside volumes: schedules, endpoints, budgets, metrics, explanations.
record UpWorkloadChecks(Kubectl kubectl) {
    private static final Duration SOON = Duration.ofMinutes(2);

    void run(SuiteChecks checks) throws InterruptedException {
        checks.holds("a CronJob starts a job every minute", this::cron);
        checks.holds("the Service kubernetes leads to the API server", this::apiServer);
        checks.holds("a pod reaches the API server with its token", this::fromPod);
        checks.holds("a Service has the addresses of its pods", this::endpoints);
        checks.holds("a PodDisruptionBudget keeps kubectl drain waiting", this::drain);
        checks.holds("kubectl top shows nodes and pods", this::top);
        checks.holds("everything of these checks is deleted", () -> {
            kubectl.output("delete", "deployment,pdb,cronjob", "--all", "--timeout=60s");
            kubectl.output("delete", "service", "web", "--ignore-not-found");
            kubectl.output("delete", "job", "now", "--ignore-not-found");
            Await.until(
                    "the end of all pods",
                    SOON,
                    List.of(),
                    () -> kubectl.output("get", "pods", "-o", "name").isEmpty());
        });
        checks.holds(
                "kubectl explain describes fields",
                () -> require(
                        kubectl.output("explain", "pod.spec.containers")
                                .contains("A single application container that you want to run within a pod."),
                        "no description"));
    }

    private void cron() throws IOException, InterruptedException {
        kubectl.output("create", "cronjob", "tick", "--image=none", "--schedule=* * * * *", "--", "true");
        kubectl.output("create", "job", "now", "--from=cronjob/tick");
        kubectl.output("wait", "--for=condition=Complete", "job/now", "--timeout=60s");
        Await.until(
                "a scheduled job",
                SOON,
                List.of(),
                () -> !kubectl.output(
                                        "get",
                                        "cronjob",
                                        "tick",
                                        "-o",
                                        "jsonpath={.status.lastSuccessfulTime}{.status.lastScheduleTime}")
                                .isEmpty()
                        && kubectl.output("get", "jobs", "-o", "name").contains("job.batch/tick-"));
        kubectl.output("delete", "cronjob", "tick", "--cascade=foreground", "--timeout=60s");
        ProcessResult invalid = kubectl.run("create", "cronjob", "odd", "--image=none", "--schedule=61 * * * *");
        require(invalid.err().contains("end of range (61) above maximum (59): 61"), invalid.err());
    }

    private void apiServer() throws IOException, InterruptedException {
        String server = kubectl.output("config", "view", "--minify", "-o", "jsonpath={.clusters[0].cluster.server}");
        String address = kubectl.output(
                "get",
                "endpoints",
                "kubernetes",
                "-o",
                "jsonpath={.subsets[0].addresses[0].ip}:{.subsets[0].ports[0].port}");
        require(server.equals("https://" + address), address + " instead of " + server);
        require(
                kubectl.output("get", "endpointslice", "kubernetes", "-o", "jsonpath={.endpoints[0].addresses[0]}")
                        .equals("127.0.0.1"),
                "no slice");
    }

    /// Containers run the programs of the machine: curl is one of them.
    private void fromPod() throws IOException, InterruptedException {
        kubectl.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: asks}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: none
                    command:
                    - sh
                    - -c
                    - |
                      account=/var/run/secrets/kubernetes.io/serviceaccount
                      curl --silent --show-error --cacert $account/ca.crt \\
                        --header "Authorization: Bearer $(cat $account/token)" \\
                        https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT/api
                """);
        kubectl.output("wait", "--for=jsonpath={.status.phase}=Succeeded", "pod/asks", "--timeout=60s");
        String said = kubectl.output("logs", "asks");
        require(said.contains("APIVersions"), said);
        kubectl.output("delete", "pod", "asks");
    }

    private void endpoints() throws IOException, InterruptedException {
        kubectl.output(
                "create", "deployment", "web", "--image=none", "--replicas=2", "--port=8080", "--", "sleep", "1000");
        kubectl.output("rollout", "status", "deployment/web", "--timeout=120s");
        kubectl.output("expose", "deployment", "web");
        Await.until(
                "two ready endpoints",
                SOON,
                List.of(),
                () -> kubectl.output(
                                "get",
                                "endpointslices",
                                "-l",
                                "kubernetes.io/service-name=web",
                                "-o",
                                "jsonpath={.items[*].endpoints[*].conditions.ready}")
                        .equals("true true"));
        require(
                kubectl.output("get", "endpoints", "web", "-o", "jsonpath={.subsets[0].ports[0].port}")
                        .equals("8080"),
                "no endpoints");
        Await.until(
                "an event",
                SOON,
                List.of(),
                () -> kubectl.output("get", "events", "-o", "jsonpath={.items[*].reason}")
                        .contains("ClusterIPNotServed"));
    }

    private void drain() throws IOException, InterruptedException {
        kubectl.output("create", "pdb", "web", "--selector=app=web", "--min-available=2");
        Await.until(
                "the budget",
                SOON,
                List.of(),
                () -> kubectl.output(
                                "get",
                                "pdb",
                                "web",
                                "-o",
                                "jsonpath={.status.currentHealthy}/{.status.disruptionsAllowed}")
                        .equals("2/0"));
        String node = kubectl.output("get", "pods", "-l", "app=web", "-o", "jsonpath={.items[0].spec.nodeName}");
        ProcessResult refused = kubectl.run("drain", node, "--ignore-daemonsets", "--timeout=7s");
        require(
                refused.exit() != 0
                        && refused.err().contains("Cannot evict pod as it would violate the pod's disruption budget."),
                refused.err());
        kubectl.output("patch", "pdb", "web", "-p", "{\"spec\":{\"minAvailable\":1}}");
        kubectl.output("drain", node, "--ignore-daemonsets", "--timeout=90s");
        kubectl.output("uncordon", node);
        kubectl.output("rollout", "status", "deployment/web", "--timeout=120s");
    }

    private void top() throws IOException, InterruptedException {
        require(kubectl.output("top", "nodes", "--no-headers").contains("node-1"), "no node");
        Await.until("figures of the pods", SOON, List.of(), () -> {
            ProcessResult said = kubectl.run("top", "pods", "--no-headers");
            return said.exit() == 0
                    && said.out()
                                    .lines()
                                    .filter(line -> line.startsWith("web-"))
                                    .count()
                            == 2;
        });
    }
}
