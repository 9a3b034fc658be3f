package dev.stowage.apiserver.registry.certificates;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `certificates.k8s.io`: CertificateSigningRequests.
public final class CertificatesGroup {
    private CertificatesGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup(ApiGroups.CERTIFICATES, "io.k8s.api.certificates", types);
        return List.of(CertificateSigningRequestStrategy.resource(apiGroup));
    }
}
