package dev.stowage.cluster.endpoints;

import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.Service;
import java.util.ArrayList;
import java.util.List;

/// Services and pods from a few words.
final class EndpointsTestObjects {

    private EndpointsTestObjects() {}

    /// @param spec fields of the spec, with single quotes
    static Service service(String spec) {
        return Service.read(WorkloadActionText.json("""
                {'metadata':{'name':'web','namespace':'default','uid':'s','labels':{'team':'a'}},
                 'spec':{'selector':{'app':'web'},%s}}""".formatted(spec)));
    }

    /// Pods are `name/state` and optionally `/port`, the number of their container port `http`. Addresses count
    /// up from 10.0.0.1.
    static List<Pod> pods(String words) {
        List<Pod> pods = new ArrayList<>();
        for (String word : words == null || words.isEmpty() ? new String[0] : words.split(" ", -1)) {
            String[] parts = word.split("/", -1);
            pods.add(pod(parts[0], parts[1], parts.length > 2 ? parts[2] : "", pods.size() + 1));
        }
        return pods;
    }

    private static Pod pod(String name, String state, String port, int number) {
        String phase = state.equals("done") ? "Succeeded" : "Running";
        return Pod.read(WorkloadActionText.json("""
                {'metadata':{'name':'%s','namespace':'default','uid':'%s','labels':{'app':'%s'}%s},
                 'spec':{'nodeName':'n1','hostname':'%s','subdomain':'web','containers':[{'name':'c'%s}]},
                 'status':{'phase':'%s'%s,'conditions':[{'type':'Ready','status':'%s'}]}}""".formatted(
                        name,
                        name,
                        state.equals("other") ? "db" : "web",
                        state.equals("ending") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        state.equals("named") ? name : "",
                        port.isEmpty() ? "" : ",'ports':[{'name':'http','containerPort':%s}]".formatted(port),
                        phase,
                        state.equals("pending") ? "" : ",'podIP':'10.0.0.%d'".formatted(number),
                        state.equals("unready") ? "False" : "True")));
    }
}
