package dev.stowage.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.kubetypes.BuiltInTypes;
import dev.stowage.kubetypes.GroupVersionKind;
import dev.stowage.kubetypes.Schema.Struct;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectDecoderTest {
    private static final GroupVersionKind CLAIM = new GroupVersionKind("", "v1", "PersistentVolumeClaim");
    private static final String HANDLED =
            "PersistentVolumeClaim in version \"v1\" cannot be handled as a PersistentVolumeClaim: ";
    private static final String UNRECOGNIZED =
            "the object provided is unrecognized (must be of type PersistentVolumeClaim): ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'spec':{'foo':1}} | unknown field \"spec.foo\"",
                "{'spec':{'foo':1,'bar':{'x':1}},'zip':1} | unknown field \"spec.foo\", unknown field \"spec.bar\", unknown field \"zip\"",
                "{'spec':{'volumeName':'a','volumeName':'b'}} | duplicate field \"spec.volumeName\"",
                "{'Spec':{}} | unknown field \"Spec\"",
                "{'metadata':{'labels':{'a':'b','a':'c'}}} | duplicate field \"metadata.labels.a\"",
                "{'metadata':{'ownerReferences':[{'foo':1,'name':'a','name':'b'}]}} | unknown field \"metadata.ownerReferences[0].foo\", duplicate field \"metadata.ownerReferences[0].name\"",
            })
    void unknownAndRepeatedFieldsAreRefusedWhenStrict(String body, String complaints) {
        assertThatThrownBy(() -> claim(body, FieldValidation.STRICT))
                .isInstanceOf(ApiException.class)
                .hasMessage(HANDLED + "strict decoding error: " + complaints);
    }

    @Test
    void unknownAndRepeatedFieldsAreDroppedWithAWarning() throws Exception {
        String body = "{'spec':{'foo':1,'volumeName':'a','volumeName':'b'}}";

        DecodedObject warned = claim(body, FieldValidation.WARN);

        assertThat(warned.complaints())
                .containsExactly("unknown field \"spec.foo\"", "duplicate field \"spec.volumeName\"");
        assertThat(warned.object().at("/spec")).isEqualTo(Json.read(bytes("{'volumeName':'b','resources':{}}")));
        assertThat(claim(body, FieldValidation.IGNORE).complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'spec':{'volumeName':5}} | number | PersistentVolumeClaimSpec.spec.volumeName | string",
                "{'spec':{'selector':'x'}} | string | PersistentVolumeClaimSpec.spec.selector | v1.LabelSelector",
                "{'spec':{'selector':[]}} | array | PersistentVolumeClaimSpec.spec.selector | v1.LabelSelector",
                "{'spec':{'selector':{'matchLabels':{'a':1}}}} | number | LabelSelector.spec.selector.matchLabels | string",
                "{'spec':{'selector':{'matchExpressions':[{'key':1}]}}} | number | LabelSelectorRequirement.spec.selector.matchExpressions.key | string",
                "{'spec':{'accessModes':'x'}} | string | PersistentVolumeClaimSpec.spec.accessModes | []v1.PersistentVolumeAccessMode",
                "{'spec':{'accessModes':[1]}} | number | PersistentVolumeClaimSpec.spec.accessModes | v1.PersistentVolumeAccessMode",
                "{'status':true} | bool | PersistentVolumeClaim.status | v1.PersistentVolumeClaimStatus",
                "{'metadata':[]} | array | PersistentVolumeClaim.metadata | v1.ObjectMeta",
                "{'metadata':{'generation':1.5}} | number 1.5 | ObjectMeta.metadata.generation | int64",
                "{'metadata':{'generation':'1'}} | string | ObjectMeta.metadata.generation | int64",
                "{'metadata':{'creationTimestamp':5}} | number | ObjectMeta.metadata.creationTimestamp | string",
                "{'spec':{'resources':{'requests':[]}}} | array | VolumeResourceRequirements.spec.resources.requests | v1.ResourceList",
            })
    void valuesOfAnotherTypeAreRefused(String body, String found, String field, String type) {
        assertThatThrownBy(() -> claim(body, FieldValidation.IGNORE))
                .hasMessage(HANDLED
                        + "json: cannot unmarshal %s into Go struct field %s of type %s".formatted(found, field, type));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'metadata':{'creationTimestamp':'zzz'}} | parsing time \"zzz\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"zzz\" as \"2006\"",
                "{'spec':{'resources':{'requests':{'storage':'zz'}}}} | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
                "{'spec':{'resources':{'requests':{'storage':{}}}}} | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
                "{'spec':{'resources':{'requests':{'storage':'1K'}}}} | unable to parse quantity's suffix",
            })
    void valuesThatCannotBeReadAreRefused(String body, String why) {
        assertThatThrownBy(() -> claim(body, FieldValidation.IGNORE)).hasMessage(HANDLED + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ | couldn't get version/kind; json parse error: unexpected end of JSON input ({)",
                "~~ | couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
                "[] | couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" } (5b5d)",
                "{'apiVersion':5,'kind':'Nope'} | couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .apiVersion of type string ({\"apiVersion\":5,\"kind\":\"Nope\"})",
                "{'apiVersion':'a/b/c','kind':'Nope'} | unexpected GroupVersion string: a/b/c ({\"apiVersion\":\"a/b/c\",\"kind\":\" ...)",
            })
    void aBodyThatIsNotAnObjectIsNotRecognized(String body, String why) {
        assertThatThrownBy(() -> claim(body, FieldValidation.IGNORE)).hasMessage(UNRECOGNIZED + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'apiVersion':'v1','kind':'Pod','spec':{'containers':5}} | Pod in version \"v1\" cannot be handled as a PersistentVolumeClaim: converting (v1.Pod) to (core.PersistentVolumeClaim): unknown conversion",
                "{'apiVersion':'v9','kind':'PersistentVolumeClaim'} | PersistentVolumeClaim in version \"v9\" cannot be handled as a PersistentVolumeClaim: no kind \"PersistentVolumeClaim\" is registered for version \"v9\" in scheme \"pkg/runtime/scheme.go:111\"",
                "{'kind':'Nope'} | Nope in version \"v1\" cannot be handled as a PersistentVolumeClaim: no kind \"Nope\" is registered for version \"v1\" in scheme \"pkg/runtime/scheme.go:111\"",
            })
    void anObjectOfAnotherKindIsRefused(String body, String why) {
        assertThatThrownBy(() -> claim(body, FieldValidation.IGNORE)).hasMessage(why);
    }

    @Test
    void deepNestingIsRefused() {
        String deep = "{\"spec\":" + "[".repeat(100_000);

        assertThatThrownBy(() -> claim(deep, FieldValidation.IGNORE)).isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> ObjectDecoder.body(
                        bytes(deep),
                        true,
                        CLAIM,
                        BuiltInTypes.of("io.k8s.api.core.v1.PersistentVolumeClaim"),
                        FieldValidation.WARN))
                .isInstanceOf(ApiException.class);
    }

    @Test
    void valuesGetTheFormInWhichTheyAreKept() throws Exception {
        String sent = "{'spec':{'volumeName':'','storageClassName':'','accessModes':[],'selector':null,"
                + "'resources':{'requests':{'storage':'0.5Gi','a':1.5}}},"
                + "'metadata':{'labels':{'b':'','a':null},'annotations':{},'creationTimestamp':'2026-01-02T03:04:05.678+02:00'}}";
        String kept = "{'kind':'PersistentVolumeClaim','apiVersion':'v1',"
                + "'metadata':{'creationTimestamp':'2026-01-02T01:04:05Z','labels':{'a':'','b':''}},"
                + "'spec':{'resources':{'requests':{'a':'1500m','storage':'512Mi'}},'storageClassName':''},'status':{}}";

        assertThat(new String(Json.write(claim(sent, FieldValidation.WARN).object()), StandardCharsets.UTF_8))
                .isEqualTo(kept.replace('\'', '"'));
    }

    @Test
    void wholeNumbersOfATreeNeedOnlyFit() throws Exception {
        Struct type = BuiltInTypes.of("io.k8s.api.core.v1.ContainerPort");

        assertThat(ObjectDecoder.tree(Json.object().put("containerPort", 80L), type)
                        .object()
                        .path("containerPort")
                        .intValue())
                .isEqualTo(80);
        assertThatThrownBy(() -> ObjectDecoder.tree(Json.object().put("containerPort", 1L << 40), type))
                .isInstanceOf(TypeMismatchException.class)
                .hasMessageContaining("number 1099511627776");
    }

    @Test
    void aRepeatedObjectIsMerged() throws Exception {
        DecodedObject decodedObject =
                claim("{'spec':{'volumeName':'a'},'spec':{'storageClassName':'b'},'spec':null}", FieldValidation.WARN);

        assertThat(decodedObject.object().at("/spec/volumeName").textValue()).isEqualTo("a");
        assertThat(decodedObject.object().at("/spec/storageClassName").textValue())
                .isEqualTo("b");
        assertThat(decodedObject.complaints()).containsExactly("duplicate field \"spec\"");
    }

    @Test
    void yamlIsReadLikeJson() throws Exception {
        String yaml = """
                kind: PersistentVolumeClaim
                metadata:
                  name: x
                  labels: &some {a: "1", b: 'yes'}
                  annotations: *some
                  generation: 0o7
                spec:
                  storageClassName: 2026-01-01
                  foo: ~
                """.replace("0o7", "017");

        DecodedObject decodedObject = ObjectDecoder.body(
                yaml.getBytes(StandardCharsets.UTF_8),
                true,
                CLAIM,
                BuiltInTypes.of("io.k8s.api.core.v1.PersistentVolumeClaim"),
                FieldValidation.WARN);

        assertThat(decodedObject.object().at("/metadata/annotations/b").textValue())
                .isEqualTo("yes");
        assertThat(decodedObject.object().at("/metadata/generation").intValue()).isEqualTo(15);
        assertThat(decodedObject.object().at("/spec/storageClassName").textValue())
                .isEqualTo("2026-01-01");
        assertThat(decodedObject.complaints()).containsExactly("unknown field \"spec.foo\"");
    }

    @ParameterizedTest
    @CsvSource({"y, true", "N, false", "yes, true", "off, false", "True, true"})
    void yamlHasManyWordsForFlags(String word, boolean flag) throws Exception {
        DecodedObject decodedObject = ObjectDecoder.body(
                ("provisioner: p\nallowVolumeExpansion: " + word).getBytes(StandardCharsets.UTF_8),
                true,
                new GroupVersionKind("storage.k8s.io", "v1", "StorageClass"),
                BuiltInTypes.of("io.k8s.api.storage.v1.StorageClass"),
                FieldValidation.STRICT);

        assertThat(decodedObject.object().path("allowVolumeExpansion").booleanValue())
                .isEqualTo(flag);
    }

    @Test
    void brokenYamlIsRefused() {
        for (String yaml : new String[] {"a: [", "\t", "a: b: c", "- x", "&a [*a]", "? [x]\n: y", ""}) {
            assertThatThrownBy(() -> ObjectDecoder.body(
                            yaml.getBytes(StandardCharsets.UTF_8),
                            true,
                            CLAIM,
                            BuiltInTypes.of("io.k8s.api.core.v1.PersistentVolumeClaim"),
                            FieldValidation.WARN))
                    .as(yaml)
                    .isInstanceOf(ApiException.class);
        }
    }

    private static DecodedObject claim(String body, FieldValidation validation) throws ApiException {
        return ObjectDecoder.body(
                bytes(body == null ? "" : body),
                false,
                CLAIM,
                BuiltInTypes.of("io.k8s.api.core.v1.PersistentVolumeClaim"),
                validation);
    }

    private static byte[] bytes(String body) {
        return body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
