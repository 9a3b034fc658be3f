package dev.stowage.kube.controller;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The controllers, under their names in kube-controller-manager, which are also the names to disable them
/// there.
public enum ControllerName {
    BINDER("persistentvolume-binder-controller", "persistentvolume-binder", "persistentvolume-controller", true),
    ATTACH_DETACH("persistentvolume-attach-detach-controller", "attachdetach", "attachdetach-controller", true),
    EXPANDER("persistentvolume-expander-controller", "persistentvolume-expander", "volume_expand", true),
    CLAIM_PROTECTION("persistentvolumeclaim-protection-controller", "pvc-protection", "pvc-protection", true),
    VOLUME_PROTECTION("persistentvolume-protection-controller", "pv-protection", "pv-protection", true),
    CLASS_PROTECTION("volumeattributesclass-protection-controller", "", "vac-protection", true),
    EPHEMERAL("ephemeral-volume-controller", "ephemeral-volume", "ephemeral_volume", true),
    SNAPSHOT("snapshot-controller", "", "snapshot-controller", true),
    GARBAGE("garbage-collector-controller", "garbagecollector", "garbage-collector-controller", false),
    NAMESPACE("namespace-controller", "namespace", "namespace-controller", false),
    SERVICE_ACCOUNT("serviceaccount-controller", "serviceaccount", "serviceaccount-controller", false),
    ROOT_CA(
            "root-ca-certificate-publisher-controller",
            "root-ca-cert-publisher",
            "root-ca-certificate-publisher-controller",
            false),
    NODE_LIFECYCLE("node-lifecycle-controller", "nodelifecycle", "node-controller", false),
    TAINT_EVICTION("taint-eviction-controller", "", "taint-eviction-controller", false),
    POD_GARBAGE("pod-garbage-collector-controller", "podgc", "pod-garbage-collector-controller", false),
    DEPLOYMENT("deployment-controller", "deployment", "deployment-controller", false),
    REPLICA_SET("replicaset-controller", "replicaset", "replicaset-controller", false),
    STATEFUL_SET("statefulset-controller", "statefulset", "statefulset-controller", false),
    DAEMON_SET("daemonset-controller", "daemonset", "daemonset-controller", false),
    JOB("job-controller", "job", "job-controller", false),
    CRON_JOB("cronjob-controller", "cronjob", "cronjob-controller", false),
    ENDPOINTS("endpoints-controller", "endpoint", "endpoint-controller", false),
    ENDPOINT_SLICE("endpointslice-controller", "endpointslice", "endpoint-slice-controller", false),
    DISRUPTION("disruption-controller", "disruption", "controllermanager", false),
    SCHEDULER("kube-scheduler", "scheduler", "default-scheduler", false);

    private final String text;
    private final String alias;
    private final String component;
    private final boolean usual;

    ControllerName(String text, String alias, String component, boolean usual) {
        this.text = text;
        this.alias = alias;
        this.component = component;
        this.usual = usual;
    }

    /// As in `--controllers`.
    public String text() {
        return text;
    }

    /// The source of its events, as upstream.
    public String component() {
        return component;
    }

    /// Whether it runs by default. The others are for clusters without a kube-controller-manager.
    public boolean enabledByDefault() {
        return usual;
    }

    public static List<String> texts() {
        return Arrays.stream(values()).map(ControllerName::text).toList();
    }

    public static Optional<ControllerName> of(String word) {
        return Arrays.stream(values())
                .filter(name -> name.text.equals(word) || (!word.isEmpty() && name.alias.equals(word)))
                .findFirst();
    }
}
