package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Verb;

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
}
