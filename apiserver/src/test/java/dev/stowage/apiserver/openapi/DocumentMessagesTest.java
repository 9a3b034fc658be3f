package dev.stowage.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.BuiltInResources;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.protobuf.WireMessage;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.kubetypes.BuiltInTypes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The document in protobuf, decoded by field number as gnostic defines them.
final class DocumentMessagesTest {
    private static final int PATHS = 8;
    private static final int DEFINITIONS = 9;
    private static final int NAME = 1;
    private static final int VALUE = 2;

    private static WireMessage encode(String json) throws Exception {
        JsonNode tree = Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return WireMessage.parse(DocumentMessages.encode(tree));
    }

    private static WireMessage schema(String json) throws Exception {
        return encode("{'definitions':{'a.Thing':" + json + "}}")
                .message(DEFINITIONS)
                .message(1)
                .message(VALUE);
    }

    @Test
    void theWholeDocumentHasTheSamePathsAndDefinitionsAsTheJson() throws Exception {
        ServedResources servedResources = new ServedResources();
        servedResources.putAll(BuiltInResources.all(BuiltInTypes::of));
        OpenApiDocuments documents = new OpenApiDocuments(servedResources);
        JsonNode json = Json.read(documents.version2().bytes());

        WireMessage document = WireMessage.parse(documents.version2Protobuf().bytes());

        assertThat(document.text(1)).isEqualTo("2.0");
        assertThat(document.message(2).text(1)).isEqualTo("Kubernetes");
        assertThat(names(document.message(PATHS).messages(2))).isEqualTo(names(json.path("paths")));
        assertThat(names(document.message(DEFINITIONS).messages(1))).isEqualTo(names(json.path("definitions")));
        assertThat(documents.version2Protobuf().tag())
                .isEqualTo(documents.version2().tag());
        assertThat(documents.version2Protobuf()).isSameAs(documents.version2Protobuf());
    }

    private static List<String> names(List<WireMessage> pairs) {
        return pairs.stream().map(pair -> pair.text(NAME)).toList();
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(member -> member.getKey()).toList();
    }

    @Test
    void aKindHasItsGroupAndVersionAsAnExtensionInYaml() throws Exception {
        WireMessage extension = schema(
                        "{'type':'object','x-kubernetes-group-version-kind':[{'group':'','kind':'Pod','version':'v1'}]}")
                .message(31);

        assertThat(extension.text(NAME)).isEqualTo("x-kubernetes-group-version-kind");
        assertThat(extension.message(VALUE).text(2))
                .isEqualTo("[{\"group\":\"\",\"kind\":\"Pod\",\"version\":\"v1\"}]\n");
    }

    @Test
    void aSchemaKeepsItsKeywords() throws Exception {
        WireMessage schema = schema("""
                {'type':'object','description':'d','required':['a','b'],'maximum':1.5,'minLength':3,'uniqueItems':true,
                 'enum':['x'],'default':{'k':1},
                 'properties':{'list':{'type':'array','items':{'$ref':'#/definitions/x'}}},'oneOf':[{}]}""");

        assertThat(schema.message(22).texts(1)).containsExactly("object");
        assertThat(schema.text(4)).isEqualTo("d");
        assertThat(schema.texts(19)).containsExactly("a", "b");
        assertThat(Double.longBitsToDouble(schema.number(7))).isEqualTo(1.5);
        assertThat(schema.number(12)).isEqualTo(3);
        assertThat(schema.number(16)).isEqualTo(1);
        assertThat(schema.message(20).text(2)).isEqualTo("\"x\"\n");
        assertThat(schema.message(5).text(2)).isEqualTo("{\"k\":1}\n");
        WireMessage list = schema.message(25).message(1);
        assertThat(list.text(NAME)).isEqualTo("list");
        assertThat(list.message(VALUE).message(23).message(1).text(1)).isEqualTo("#/definitions/x");
        assertThat(schema.fields()).containsExactlyInAnyOrder(4, 5, 7, 12, 16, 19, 20, 22, 25);
    }

    @Test
    void moreMembersAreASchemaOrAFlag() throws Exception {
        assertThat(schema("{'additionalProperties':{'type':'string'}}")
                        .message(21)
                        .message(1)
                        .message(22)
                        .text(1))
                .isEqualTo("string");
        WireMessage closed = schema("{'additionalProperties':false}").message(21);
        assertThat(closed.fields()).containsExactly(2);
        assertThat(closed.number(2)).isZero();
    }

    @Test
    void anOperationHasItsParametersAndItsResponse() throws Exception {
        WireMessage path = encode("""
                        {'paths':{'/api/v1/x':{'post':{'operationId':'createX','consumes':['*/*'],
                         'parameters':[{'name':'body','in':'body','required':true,'schema':{'$ref':'#/definitions/x'}},
                          {'name':'dryRun','in':'query','type':'string','uniqueItems':true}],
                         'responses':{'200':{'description':'OK','schema':{'$ref':'#/definitions/x'}}},
                         'x-kubernetes-action':'post'},
                         'parameters':[{'name':'name','in':'path','required':true,'type':'string'}]}}}""").message(PATHS).message(2);

        assertThat(path.text(NAME)).isEqualTo("/api/v1/x");
        WireMessage post = path.message(VALUE).message(4);
        assertThat(post.text(5)).isEqualTo("createX");
        assertThat(post.texts(7)).containsExactly("*/*");
        WireMessage body = post.messages(8).get(0).message(1).message(1);
        assertThat(body.text(2)).isEqualTo("body");
        assertThat(body.number(4)).isEqualTo(1);
        assertThat(body.message(5).text(1)).isEqualTo("#/definitions/x");
        WireMessage query = post.messages(8).get(1).message(1).message(2).message(3);
        assertThat(query.text(4)).isEqualTo("dryRun");
        assertThat(query.text(6)).isEqualTo("string");
        assertThat(query.number(20)).isEqualTo(1);
        WireMessage response = post.message(9).message(1);
        assertThat(response.text(NAME)).isEqualTo("200");
        assertThat(response.message(VALUE).message(1).message(2).message(1).text(1))
                .isEqualTo("#/definitions/x");
        assertThat(post.message(13).text(NAME)).isEqualTo("x-kubernetes-action");
        WireMessage name = path.message(VALUE).message(9).message(1).message(2).message(4);
        assertThat(name.text(4)).isEqualTo("name");
        assertThat(name.text(5)).isEqualTo("string");
    }
}
