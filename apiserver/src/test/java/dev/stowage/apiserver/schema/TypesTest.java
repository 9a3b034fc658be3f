package dev.stowage.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.schema.Schema.Anything;
import dev.stowage.apiserver.schema.Schema.Empty;
import dev.stowage.apiserver.schema.Schema.Field;
import dev.stowage.apiserver.schema.Schema.Kind;
import dev.stowage.apiserver.schema.Schema.ListKind;
import dev.stowage.apiserver.schema.Schema.Mapping;
import dev.stowage.apiserver.schema.Schema.Scalar;
import dev.stowage.apiserver.schema.Schema.Sequence;
import dev.stowage.apiserver.schema.Schema.Struct;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TypesTest {
    private static final String CORE = "io.k8s.api.core.v1.";

    @Test
    void everyFieldOfEveryTypeCanBeRead() {
        List<String> names = Types.names();

        assertThat(names).hasSizeGreaterThan(550);
        assertThat(names).allSatisfy(name -> assertThat(Types.of(name).name()).isEqualTo(name));
        assertThat(names.stream()
                        .mapToInt(name -> Types.of(name).fields().size())
                        .sum())
                .isGreaterThan(2400);
    }

    @Test
    void theSpecOfAClaimHasItsFieldsInTheirOrder() {
        assertThat(Types.of(CORE + "PersistentVolumeClaimSpec").fields().keySet())
                .containsExactly(
                        "accessModes",
                        "selector",
                        "resources",
                        "volumeName",
                        "storageClassName",
                        "volumeMode",
                        "dataSource",
                        "dataSourceRef",
                        "volumeAttributesClassName");
        assertThat(field("PersistentVolumeClaimSpec", "volumeMode").type())
                .isEqualTo(new Scalar(Kind.STRING, "v1.PersistentVolumeMode", List.of("Block", "Filesystem")));
    }

    @Test
    void containersMergeByNameAndPortsByTwoKeys() {
        Sequence containers = (Sequence) field("PodSpec", "containers").type();
        Sequence ports = (Sequence) field("Container", "ports").type();

        assertThat(containers.patchKey()).contains("name");
        assertThat(containers.kind()).isEqualTo(ListKind.MAP);
        assertThat(containers.keys()).containsExactly("name");
        assertThat(containers.items()).isSameAs(Types.of(CORE + "Container"));
        assertThat(ports.keys()).containsExactly("containerPort", "protocol");
        assertThat(ports.patchKey()).contains("containerPort");
    }

    @Test
    void volumesMergeAndRetainKeys() {
        Field volumes = field("PodSpec", "volumes");

        assertThat(volumes.retainKeys()).isTrue();
        assertThat(((Sequence) volumes.type()).patchMerges()).isTrue();
    }

    @Test
    void finalizersAreASetThatMergesWithoutAKey() {
        Struct metadata = Types.of("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
        Sequence finalizers =
                (Sequence) metadata.field("finalizers").orElseThrow().type();

        assertThat(finalizers.kind()).isEqualTo(ListKind.SET);
        assertThat(finalizers.patchMerges()).isTrue();
        assertThat(finalizers.patchKey()).isEmpty();
    }

    @Test
    void wholesAndPartsAreToldApart() {
        assertThat(Types.of(CORE + "ObjectReference").atomic()).isTrue();
        assertThat(((Struct) field("PersistentVolumeSpec", "claimRef").type()).atomic())
                .isFalse();
        assertThat(((Mapping) field("PodSpec", "nodeSelector").type()).atomic()).isTrue();
        assertThat(((Mapping) field("ConfigMap", "data").type()).atomic()).isFalse();
    }

    @Test
    void emptyValuesAreKeptDroppedOrWritten() {
        assertThat(field("PersistentVolumeClaimSpec", "storageClassName").empty())
                .isEqualTo(Empty.KEPT);
        assertThat(field("PersistentVolumeClaimSpec", "volumeName").empty()).isEqualTo(Empty.DROPPED);
        assertThat(field("PersistentVolumeClaim", "status").empty()).isEqualTo(Empty.WRITTEN);
    }

    @Test
    void presetsAreValues() {
        assertThat(field("ContainerPort", "protocol").preset())
                .hasValueSatisfying(preset -> assertThat(preset.textValue()).isEqualTo("TCP"));
    }

    @Test
    void aTypeMayContainItself() {
        Struct properties = Types.of("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");

        assertThat(((Mapping) properties.field("properties").orElseThrow().type()).values())
                .isSameAs(properties);
        assertThat(properties.field("items").orElseThrow().type()).isInstanceOf(Anything.class);
    }

    @Test
    void aKindIsFoundByItsGroupAndVersion() {
        assertThat(Types.find("", "v1", "Pod")).isEqualTo(Optional.of(Types.of(CORE + "Pod")));
        assertThat(Types.find("storage.k8s.io", "v1", "CSIDriver"))
                .isEqualTo(Optional.of(Types.of("io.k8s.api.storage.v1.CSIDriver")));
        assertThat(Types.find("", "v1", "Status")).isPresent();
        assertThat(Types.find("storage.k8s.io", "v2", "CSIDriver")).isEmpty();
        assertThat(Types.find("storage.example.com", "v1", "CSIDriver")).isEmpty();
    }

    @Test
    void anUnknownTypeIsRefused() {
        assertThatThrownBy(() -> Types.of(CORE + "Nothing")).hasMessageContaining("io.k8s.api.core.v1.Nothing");
        assertThatThrownBy(() -> Types.of("Pod")).hasMessageContaining("Pod");
    }

    private static Field field(String type, String name) {
        return Types.of(CORE + type).field(name).orElseThrow();
    }
}
