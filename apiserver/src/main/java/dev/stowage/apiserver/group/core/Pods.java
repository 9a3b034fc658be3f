package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Times;
import dev.stowage.apiserver.validation.Names;
import java.util.ArrayList;
import java.util.List;

/// Pods. What a pod runs is settled when it is made; a kubelet takes it away once its containers have ended.
final class Pods implements Strategy {
    private static final Verb[] CONNECT = {Verb.CREATE, Verb.GET};

    static Resource resource(Group group) {
        return group.resource("Pod", "pods")
                .shortNames("po")
                .categories("all")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .part("attach", "PodAttachOptions", CONNECT)
                .part("binding", "Binding", Verb.CREATE)
                .part("ephemeralcontainers")
                .part("eviction", "policy", "v1", "Eviction", Verb.CREATE)
                .part("exec", "PodExecOptions", CONNECT)
                .part("log", "Pod", Verb.GET)
                .part("portforward", "PodPortForwardOptions", CONNECT)
                .part("proxy", "PodProxyOptions", Verb.CREATE, Verb.DELETE, Verb.GET, Verb.PATCH, Verb.UPDATE)
                .part("resize")
                .selectable(
                        "spec.nodeName",
                        "spec.restartPolicy",
                        "spec.schedulerName",
                        "spec.serviceAccountName",
                        "status.phase",
                        "status.nominatedNodeName")
                .selectable(new SelectableField(
                        "spec.hostNetwork", object -> Boolean.toString(Tree.flag(object, "spec", "hostNetwork"))))
                .selectable(new SelectableField("status.podIP", PodColumns::address))
                .strategy(new Pods())
                .columns(PodColumns.table())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        PodDefaults.pod(Tree.ensure(object, "spec"));
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        // Admission may have added volumes and containers, and who the pod runs as.
        ObjectNode spec = Tree.ensure(object, "spec");
        PodDefaults.pod(spec);
        ObjectNode status = object.putObject("status").put("phase", "Pending").put("qosClass", ServiceQuality.of(spec));
        if (!Tree.list(spec, "schedulingGates").isEmpty()) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .putNull("lastProbeTime")
                    .put("lastTransitionTime", Times.seconds(around.now()))
                    .put("reason", "SchedulingGated")
                    .put("message", "Scheduling is blocked due to non-empty scheduling gates");
        }
    }

    @Override
    public void updatingStatus(ObjectNode object, ObjectNode old, Surroundings around) {
        PodStatus.prepare(object, old);
    }

    @Override
    public void updatingThrough(String subresource, ObjectNode object, ObjectNode old, Surroundings around) {
        PodParts.keepOthers(subresource, object, old);
    }

    @Override
    public void sent(String subresource, ObjectNode body, ObjectNode object, Surroundings around) throws ApiException {
        if (subresource.equals("binding")) {
            PodBinding.apply(body, object, around);
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        PodValidation.validateNew(object, problems);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        PodValidation.validate(object, problems);
        PodUpdates.validate(object.path("spec"), old.path("spec"), problems);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        PodStatus.validate(object, old, problems);
    }

    @Override
    public void validateThrough(String subresource, ObjectNode object, ObjectNode old, Problems problems) {
        PodValidation.validate(object, problems);
        PodParts.validate(subresource, object, old, problems);
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> mistakes = Names.dnsLabel(Tree.text(object, "metadata", "name"));
        if (mistakes.isEmpty()) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        warnings.add("metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS"
                + " label is recommended: [" + String.join(" ", mistakes) + "]");
        return warnings;
    }

    /// A pod that no kubelet looks after, or that has ended, has nobody to wait for.
    @Override
    public long gracePeriod(ObjectNode object, long wanted) {
        String phase = Tree.text(object, "status", "phase");
        boolean unattended = Tree.text(object, "spec", "nodeName").isEmpty();
        if (unattended || phase.equals("Failed") || phase.equals("Succeeded")) {
            return 0;
        }
        long period = wanted < 0 ? Cells.number(object, "spec", "terminationGracePeriodSeconds") : wanted;
        return period < 0 ? 1 : period;
    }
}
