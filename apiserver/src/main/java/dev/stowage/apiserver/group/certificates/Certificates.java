package dev.stowage.apiserver.group.certificates;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Requests for certificates.
public final class Certificates {
    private Certificates() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("certificates.k8s.io", "io.k8s.api.certificates", types);
        return List.of(CertificateSigningRequests.resource(group));
    }
}
