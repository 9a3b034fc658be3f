package dev.stowage.kubetypes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kubetypes.Schema.AnyJson;
import dev.stowage.kubetypes.Schema.EmptyValue;
import dev.stowage.kubetypes.Schema.Field;
import dev.stowage.kubetypes.Schema.Kind;
import dev.stowage.kubetypes.Schema.ListKind;
import dev.stowage.kubetypes.Schema.Mapping;
import dev.stowage.kubetypes.Schema.Scalar;
import dev.stowage.kubetypes.Schema.Sequence;
import dev.stowage.kubetypes.Schema.Struct;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    void wholesAndPartsAreDistinguished() {
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
    void whatGoInlinesIsAmongTheFieldsAndNestedInTheMessage() {
        Struct volume = BuiltInTypes.of(CORE + "Volume");
        ProtobufMessage protobufMessage = BuiltInTypes.message(volume.name()).orElseThrow();

        assertThat(volume.fields().keySet()).startsWith("name", "hostPath", "emptyDir");
        assertThat(protobufMessage.fields().keySet()).containsExactlyInAnyOrder(1, 2);
        assertThat(protobufMessage.fields()).hasEntrySatisfying(2, field -> {
            assertThat(field.isInlined()).isTrue();
            assertThat(field.type()).isSameAs(BuiltInTypes.of(CORE + "VolumeSource"));
        });
    }

    @Test
    void everyFieldOfEveryTypeIsInItsMessageExceptWhatTheEnvelopeSays() {
        for (String name : BuiltInTypes.names()) {
            ProtobufMessage protobufMessage = BuiltInTypes.message(name).orElseThrow();
            Set<String> missing = new HashSet<>(BuiltInTypes.of(name).fields().keySet());
            protobufMessage.fields().values().forEach(field -> {
                missing.remove(field.name());
                if (field.isInlined()) {
                    missing.removeAll(((Struct) field.type()).fields().keySet());
                }
            });

            assertThat(missing).as(name).isSubsetOf("kind", "apiVersion");
        }
    }

    @Test
    void everyTypeHasItsDescriptions() throws Exception {
        try (InputStream file = BuiltInTypes.class.getResourceAsStream("core.v1.descriptions")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);

            assertThat(text.lines()
                            .filter(line -> !line.isEmpty() && !line.startsWith(" "))
                            .map(line -> CORE + line.split(" ", 2)[0]))
                    .containsExactlyElementsOf(BuiltInTypes.names().stream()
                            .filter(name -> name.startsWith(CORE))
                            .toList());
            assertThat(text).contains("\n  volumeName volumeName is the binding reference to the PersistentVolume");
        }
    }

    @Test
    void fieldsAreDescribedAlsoThoseOfInlinedTypes() {
        assertThat(BuiltInTypes.description(CORE + "Pod").orElseThrow())
                .startsWith("Pod is a collection of containers");
        assertThat(BuiltInTypes.description(CORE + "PodSpec", "containers").orElseThrow())
                .startsWith("List of containers belonging to the pod.");
        assertThat(BuiltInTypes.description(CORE + "Volume", "emptyDir").orElseThrow())
                .startsWith("emptyDir represents a temporary directory");
        assertThat(BuiltInTypes.description(CORE + "Pod", "kind").orElseThrow())
                .startsWith("Kind is a string value representing the REST resource");
        assertThat(BuiltInTypes.description(CORE + "AppArmorProfile", "type").orElseThrow())
                .contains("\n")
                .doesNotContain("\\n");
        assertThat(BuiltInTypes.description("dev.example.Other", "spec")).isEmpty();
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
