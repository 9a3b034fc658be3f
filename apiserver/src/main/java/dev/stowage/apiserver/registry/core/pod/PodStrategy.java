package dev.stowage.apiserver.registry.core.pod;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.TimeFormat;
import dev.stowage.k8s.validation.NameValidation;
import java.util.ArrayList;
import java.util.List;

/// Pods. What a pod runs is fixed at creation; a kubelet deletes the pod once its containers have ended.
public final class PodStrategy implements ResourceStrategy {
    private static final Verb[] CONNECT = {Verb.CREATE, Verb.GET};

    public static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Pod", "pods")
                .shortNames("po")
                .categories("all")
                .status(StatusStrategy.TAKES_METADATA)
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
                        "spec.hostNetwork", object -> Boolean.toString(JsonTree.flag(object, "spec", "hostNetwork"))))
                .selectable(new SelectableField("status.podIP", PodColumns::address))
                .strategy(new PodStrategy())
                .columns(PodColumns.table())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        PodDefaults.pod(JsonTree.ensure(object, "spec"));
    }

    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        // Admission may have added volumes, containers and the service account.
        ObjectNode spec = JsonTree.ensure(object, "spec");
        PodDefaults.pod(spec);
        ObjectNode status = object.putObject("status").put("phase", "Pending").put("qosClass", PodQosClass.of(spec));
        if (!JsonTree.list(spec, "schedulingGates").isEmpty()) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .putNull("lastProbeTime")
                    .put("lastTransitionTime", TimeFormat.seconds(context.now()))
                    .put("reason", "SchedulingGated")
                    .put("message", "Scheduling is blocked due to non-empty scheduling gates");
        }
    }

    @Override
    public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        PodStatusUpdate.prepare(object, old);
    }

    @Override
    public void prepareForSubresourceUpdate(
            String subresource, ObjectNode object, ObjectNode old, StrategyContext context) {
        PodSubresources.keepOthers(subresource, object, old);
    }

    @Override
    public void sent(String subresource, ObjectNode body, ObjectNode object, StrategyContext context)
            throws ApiException {
        if (subresource.equals("binding")) {
            PodBinding.apply(body, object, context);
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        PodValidation.validateNew(object, fieldErrors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodValidation.validate(object, fieldErrors);
        PodUpdateValidation.validate(object.path("spec"), old.path("spec"), fieldErrors);
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodStatusUpdate.validate(object, old, fieldErrors);
    }

    @Override
    public void validateThrough(String subresource, ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        PodValidation.validate(object, fieldErrors);
        PodSubresources.validate(subresource, object, old, fieldErrors);
    }

    @Override
    public List<String> warnings(ObjectNode object) {
        List<String> violations = NameValidation.dnsLabel(JsonTree.text(object, "metadata", "name"));
        if (violations.isEmpty()) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>();
        warnings.add("metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS"
                + " label is recommended: [" + String.join(" ", violations) + "]");
        return warnings;
    }

    /// A pod that no kubelet manages, or that has ended, needs no grace period.
    @Override
    public long gracePeriod(ObjectNode object, long wanted) {
        String phase = JsonTree.text(object, "status", "phase");
        boolean unattended = JsonTree.text(object, "spec", "nodeName").isEmpty();
        if (unattended || phase.equals("Failed") || phase.equals("Succeeded")) {
            return 0;
        }
        long period = wanted < 0 ? TableCells.number(object, "spec", "terminationGracePeriodSeconds") : wanted;
        return period < 0 ? 1 : period;
    }
}
