package dev.stowage.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.schema.Schema.AnyJson;
import dev.stowage.apiserver.schema.Schema.EmptyValue;
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

final class BuiltInTypesTest {
    private static final String CORE = "io.k8s.api.core.v1.";

    @Test
    void everyFieldOfEveryTypeCanBeRead() {
        List<String> names = BuiltInTypes.names();

        assertThat(names).hasSizeGreaterThan(550);
        assertThat(names)
                .allSatisfy(name -> assertThat(BuiltInTypes.of(name).name()).isEqualTo(name));
        assertThat(names.stream()
                        .mapToInt(name -> BuiltInTypes.of(name).fields().size())
                        .sum())
                .isGreaterThan(2400);
    }

    @Test
    void theSpecOfAClaimHasItsFieldsInTheirOrder() {
        assertThat(BuiltInTypes.of(CORE + "PersistentVolumeClaimSpec").fields().keySet())
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
        assertThat(containers.items()).isSameAs(BuiltInTypes.of(CORE + "Container"));
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
        Struct metadata = BuiltInTypes.of("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
        Sequence finalizers =
                (Sequence) metadata.field("finalizers").orElseThrow().type();

        assertThat(finalizers.kind()).isEqualTo(ListKind.SET);
        assertThat(finalizers.patchMerges()).isTrue();
        assertThat(finalizers.patchKey()).isEmpty();
    }

    @Test
    void wholesAndPartsAreToldApart() {
        assertThat(BuiltInTypes.of(CORE + "ObjectReference").atomic()).isTrue();
        assertThat(((Struct) field("PersistentVolumeSpec", "claimRef").type()).atomic())
                .isFalse();
        assertThat(((Mapping) field("PodSpec", "nodeSelector").type()).atomic()).isTrue();
        assertThat(((Mapping) field("ConfigMap", "data").type()).atomic()).isFalse();
    }

    @Test
    void emptyValuesAreKeptDroppedOrWritten() {
        assertThat(field("PersistentVolumeClaimSpec", "storageClassName").emptyValue())
                .isEqualTo(EmptyValue.KEPT);
        assertThat(field("PersistentVolumeClaimSpec", "volumeName").emptyValue())
                .isEqualTo(EmptyValue.DROPPED);
        assertThat(field("PersistentVolumeClaim", "status").emptyValue()).isEqualTo(EmptyValue.WRITTEN);
    }

    @Test
    void presetsAreValues() {
        assertThat(field("ContainerPort", "protocol").preset())
                .hasValueSatisfying(preset -> assertThat(preset.textValue()).isEqualTo("TCP"));
    }

    @Test
    void aTypeMayContainItself() {
        Struct properties = BuiltInTypes.of("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");

        assertThat(((Mapping) properties.field("properties").orElseThrow().type()).values())
                .isSameAs(properties);
        assertThat(properties.field("items").orElseThrow().type()).isInstanceOf(AnyJson.class);
    }

    @Test
    void aKindIsFoundByItsGroupAndVersion() {
        assertThat(BuiltInTypes.find("", "v1", "Pod")).isEqualTo(Optional.of(BuiltInTypes.of(CORE + "Pod")));
        assertThat(BuiltInTypes.find("storage.k8s.io", "v1", "CSIDriver"))
                .isEqualTo(Optional.of(BuiltInTypes.of("io.k8s.api.storage.v1.CSIDriver")));
        assertThat(BuiltInTypes.find("", "v1", "Status")).isPresent();
        assertThat(BuiltInTypes.find("storage.k8s.io", "v2", "CSIDriver")).isEmpty();
        assertThat(BuiltInTypes.find("storage.example.com", "v1", "CSIDriver")).isEmpty();
    }

    @Test
    void anUnknownTypeIsRefused() {
        assertThatThrownBy(() -> BuiltInTypes.of(CORE + "Nothing")).hasMessageContaining("io.k8s.api.core.v1.Nothing");
        assertThatThrownBy(() -> BuiltInTypes.of("Pod")).hasMessageContaining("Pod");
    }

    private static Field field(String type, String name) {
        return BuiltInTypes.of(CORE + type).field(name).orElseThrow();
    }
}
