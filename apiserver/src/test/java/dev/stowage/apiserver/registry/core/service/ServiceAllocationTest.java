package dev.stowage.apiserver.registry.core.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.BuiltInFixture;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import org.junit.jupiter.api.Test;

class ServiceAllocationTest {
    private final ServiceAllocation allocation = new ServiceAllocation();

    private static ObjectNode service(String name, String spec) {
        return BuiltInFixture.yaml("metadata: {namespace: a, name: %s}\nspec: %s".formatted(name, spec));
    }

    @Test
    void twoServicesCreatedAtOnceGetDifferentAddressesAndPorts() throws ApiException {
        ObjectNode one = service("one", "{type: NodePort, ports: [{port: 80, protocol: TCP}]}");
        ObjectNode other = service("other", "{type: NodePort, ports: [{port: 80, protocol: TCP}]}");

        allocation.allocate(one, BuiltInFixture.around());
        allocation.allocate(other, BuiltInFixture.around());

        assertThat(JsonTree.text(one, "spec", "clusterIP"))
                .startsWith("10.96.")
                .isNotEqualTo(JsonTree.text(other, "spec", "clusterIP"));
        assertThat(JsonTree.at(one, "spec", "ports").path(0).path("nodePort"))
                .isNotEqualTo(JsonTree.at(other, "spec", "ports").path(0).path("nodePort"));
    }

    @Test
    void anAddressThatAServiceHasIsNotGivenToAnother() {
        ObjectNode there = service("there", "{clusterIP: 10.96.0.9}");
        ObjectNode second = service("second", "{clusterIP: 10.96.0.9}");

        assertThatThrownBy(() -> allocation.allocate(second, BuiltInFixture.around(there)))
                .isInstanceOf(ApiException.class)
                .hasMessage("Service \"second\" is invalid: spec.clusterIPs: Invalid value: [\"10.96.0.9\"]: failed to"
                        + " allocate IP 10.96.0.9: provided IP is already allocated");
    }

    @Test
    void aServiceKeepsItsOwnAddress() throws ApiException {
        ObjectNode there = service("there", "{clusterIP: 10.96.0.9}");

        allocation.allocate(there, BuiltInFixture.around(there.deepCopy()));

        assertThat(JsonTree.text(there, "spec", "clusterIP")).isEqualTo("10.96.0.9");
    }
}
