package dev.stowage.interop.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.stowage.csi.v1.Volume;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class DescriptorDifferencesTest {

    private static final FileDescriptorProto FILE =
            Volume.getDescriptor().getFile().toProto();

    @Test
    void fileEqualsItself() {
        assertThat(differences(FILE, FILE)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("changes")
    void everyChangeIsSeenFromBothSides(Consumer<FileDescriptorProto.Builder> change) {
        FileDescriptorProto.Builder changed = FILE.toBuilder();
        change.accept(changed);
        assertThat(differences(FILE, changed.build())).isNotEmpty();
        assertThat(differences(changed.build(), FILE)).isNotEmpty();
    }

    static Stream<Named<Consumer<FileDescriptorProto.Builder>>> changes() {
        return Stream.of(
                Named.of("package", file -> file.setPackage("csi.v2")),
                Named.of("message gone", file -> file.removeMessageType(indexOf(file, "CreateVolumeRequest"))),
                Named.of("message renamed", file -> message(file, "Volume").setName("Volumen")),
                Named.of("field gone", file -> message(file, "Volume").removeField(0)),
                Named.of("field number", file -> field(file).setNumber(77)),
                Named.of("field name", file -> field(file).setName("capacity")),
                Named.of("field type", file -> field(file).setType(FieldDescriptorProto.Type.TYPE_SINT64)),
                Named.of("field label", file -> field(file).setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)),
                Named.of("field presence", file -> field(file).setProto3Optional(true)),
                Named.of("JSON name", file -> field(file).setJsonName("bytes")),
                Named.of(
                        "field deprecated",
                        file -> field(file).setOptions(FieldOptions.newBuilder().setDeprecated(true))),
                Named.of("secret no longer secret", file -> secrets(file).clearOptions()),
                Named.of(
                        "oneof",
                        file -> message(file, "VolumeContentSource")
                                .getOneofDeclBuilder(0)
                                .setName("kind")),
                Named.of(
                        "reserved number",
                        file -> message(file, "Volume")
                                .addReservedRange(DescriptorProto.ReservedRange.newBuilder()
                                        .setStart(9)
                                        .setEnd(10))),
                Named.of("reserved name", file -> message(file, "Volume").addReservedName("old")),
                Named.of(
                        "enum value",
                        file -> file.getEnumTypeBuilder(0).getValueBuilder(1).setNumber(42)),
                Named.of("enum value gone", file -> file.getEnumTypeBuilder(0).removeValue(1)),
                Named.of("service gone", file -> file.removeService(0)),
                Named.of("method gone", file -> file.getServiceBuilder(0).removeMethod(0)),
                Named.of(
                        "method's answer",
                        file -> file.getServiceBuilder(0).getMethodBuilder(0).setOutputType(".csi.v1.ProbeResponse")),
                Named.of(
                        "server streaming",
                        file -> file.getServiceBuilder(0).getMethodBuilder(0).setServerStreaming(true)),
                Named.of(
                        "client streaming",
                        file -> file.getServiceBuilder(0).getMethodBuilder(0).setClientStreaming(true)),
                Named.of(
                        "extension's number",
                        file -> file.getExtensionBuilder(0).setNumber(1061)));
    }

    @Test
    void keptPartIsAllowedOnlyAsItWas() {
        FileDescriptorProto.Builder without = FILE.toBuilder();
        message(without, "Volume").removeField(0);
        String name = "field csi.v1.Volume.capacity_bytes";
        String truth = String.valueOf(DescriptorFacts.of(FILE).get(name));
        assertThat(kept(FILE, without.build(), Map.of(name, truth))).isEmpty();
        assertThat(kept(FILE, without.build(), Map.of(name, truth + "x"))).hasSize(1);
        assertThat(kept(without.build(), without.build(), Map.of(name, truth))).hasSize(1);
        assertThat(kept(FILE, FILE, Map.of(name, truth)))
                .singleElement()
                .asString()
                .startsWith("kept although");
    }

    @Test
    void givenUpPartHasToBeThereToBeGivenUp() {
        var facts = DescriptorFacts.of(FILE);
        assertThat(DescriptorDifferences.between(facts, facts, Map.of(), List.of("reserved csi.v1.Volume 9..9")))
                .singleElement()
                .asString()
                .startsWith("given up although");
    }

    @Test
    void jsonNamesAreThoseOfTheLibrary() {
        assertThat(Volume.getDescriptor().getFile().getMessageTypes())
                .flatExtracting(message -> message.getFields())
                .allSatisfy(field -> assertThat(JsonName.of(field.getName())).isEqualTo(field.getJsonName()));
    }

    private static List<String> differences(FileDescriptorProto ours, FileDescriptorProto theirs) {
        return kept(ours, theirs, Map.of());
    }

    private static List<String> kept(FileDescriptorProto ours, FileDescriptorProto theirs, Map<String, String> kept) {
        return DescriptorDifferences.between(DescriptorFacts.of(ours), DescriptorFacts.of(theirs), kept, List.of());
    }

    private static DescriptorProto.Builder message(FileDescriptorProto.Builder file, String name) {
        return file.getMessageTypeBuilder(indexOf(file, name));
    }

    private static int indexOf(FileDescriptorProto.Builder file, String name) {
        return file.getMessageTypeList().stream()
                .map(DescriptorProto::getName)
                .toList()
                .indexOf(name);
    }

    private static FieldDescriptorProto.Builder field(FileDescriptorProto.Builder file) {
        return message(file, "Volume").getFieldBuilder(0);
    }

    private static FieldDescriptorProto.Builder secrets(FileDescriptorProto.Builder file) {
        DescriptorProto.Builder request = message(file, "CreateVolumeRequest");
        return request.getFieldBuilder(request.getFieldList().stream()
                .map(FieldDescriptorProto::getName)
                .toList()
                .indexOf("secrets"));
    }
}
