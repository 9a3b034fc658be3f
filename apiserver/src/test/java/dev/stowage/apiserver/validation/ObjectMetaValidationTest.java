package dev.stowage.apiserver.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException.Cause;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.validation.NameValidator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectMetaValidationTest {

    @Test
    void aPlainObjectIsTaken() throws Exception {
        assertThat(
                        mistakes(
                                "{'name':'a','namespace':'b','labels':{'a/b':'c'},'annotations':{'A/B':'any thing'},"
                                        + "'finalizers':['a/b'],'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'a','uid':'1'}]}"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'namespace':'b'}                  | metadata.name: Required value: name or generateName is required
            {'name':'a'}                       | metadata.namespace: Required value
            {'name':'a','namespace':'b.c'}     | metadata.namespace: Invalid value: "b.c": must not contain dots
            {'name':'a','namespace':'b','generation':-1} | metadata.generation: Invalid value: -1: must be greater than or equal to 0
            {'name':'a','namespace':'b','ownerReferences':[{'apiVersion':'','kind':'K','name':'n','uid':'u'}]} | metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty
            {'name':'a','namespace':'b','ownerReferences':[{'apiVersion':'v1','kind':'','name':'n','uid':'u'}]} | metadata.ownerReferences.kind: Invalid value: "": must not be empty
            {'name':'a','namespace':'b','finalizers':['/x']} | metadata.finalizers: Invalid value: "/x": prefix part must be non-empty
            {'name':'a','namespace':'b','finalizers':['orphan','foregroundDeletion']} | metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set
            {'name':'a','namespace':'b','managedFields':[{'operation':'X'}]} | metadata.managedFields[0].operation: Invalid value: "X": must be `Apply` or `Update`
            """)
    void anErrorIsReportedInKubernetesWords(String metadata, String told) throws Exception {
        assertThat(mistakes(metadata)).containsExactly(told);
    }

    @Test
    void onlyOneOwnerControls() throws Exception {
        String owners = "[{'apiVersion':'v1','kind':'A','name':'a','uid':'1','controller':true},"
                + "{'apiVersion':'v1','kind':'B','name':'b','uid':'2','controller':true}]";
        assertThat(mistakes("{'name':'a','namespace':'b','ownerReferences':" + owners + "}"))
                .containsExactly("metadata.ownerReferences: Invalid value: " + owners.replace('\'', '"')
                        + ": Only one reference can have Controller set to true. Found \"true\" in references for A/a"
                        + " and B/b");
    }

    @Test
    void annotationsHaveALimitTogether() throws Exception {
        ObjectNode object = object("{'name':'a','namespace':'b'}");
        JsonTree.ensure(object, "metadata", "annotations").put("k", "x".repeat(256 * 1024));
        FieldErrors fieldErrors = new FieldErrors();
        ObjectMetaValidation.validate(object, true, NameValidator.DNS_SUBDOMAIN, fieldErrors);
        assertThat(fieldErrors.summary())
                .isEqualTo("metadata.annotations: Too long: may not be more than 262144 bytes");
    }

    @Test
    void anObjectOfTheClusterHasNoNamespace() throws Exception {
        FieldErrors fieldErrors = new FieldErrors();
        ObjectMetaValidation.validate(
                object("{'name':'a','namespace':'b'}"), false, NameValidator.DNS_SUBDOMAIN, fieldErrors);
        assertThat(fieldErrors.summary()).isEqualTo("metadata.namespace: Forbidden: not allowed on this type");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'name':'b','uid':'1','resourceVersion':'1'} | metadata.name: Invalid value: "b": field is immutable
            {'name':'a','uid':'2','resourceVersion':'1'} | metadata.uid: Invalid value: "2": field is immutable
            {'name':'a','uid':'1','resourceVersion':'1','finalizers':['/x']} | metadata.finalizers: Invalid value: "/x": prefix part must be non-empty
            {'name':'a','uid':'1'}                       | metadata.resourceVersion: Invalid value: "": must be specified for an update
            {'name':'a','uid':'1','resourceVersion':'1','deletionTimestamp':'2026-01-01T00:00:00Z'} | metadata.deletionTimestamp: Invalid value: "2026-01-01T00:00:00Z": field is immutable
            """)
    void whatAnUpdateMayNotChange(String metadata, String told) throws Exception {
        FieldErrors fieldErrors = new FieldErrors();
        ObjectMetaValidation.validateUpdate(
                object(metadata), object("{'name':'a','uid':'1','resourceVersion':'1'}"), fieldErrors);
        assertThat(fieldErrors.summary()).isEqualTo(told);
    }

    @Test
    void anObjectOnItsWayOutGetsNoNewFinalizers() throws Exception {
        String rest = "'name':'a','uid':'1','resourceVersion':'1','deletionTimestamp':'2026-01-01T00:00:00Z'}";
        FieldErrors fieldErrors = new FieldErrors();
        ObjectMetaValidation.validateUpdate(
                object("{'finalizers':['x/y','b/c','a/b']," + rest),
                object("{'finalizers':['x/y']," + rest),
                fieldErrors);
        assertThat(fieldErrors.summary())
                .isEqualTo("metadata.finalizers: Forbidden: no new finalizers can be added if the object is being "
                        + "deleted, found new finalizers []string{\"a/b\", \"b/c\"}");
    }

    private static List<String> mistakes(String metadata) throws JsonProcessingException {
        FieldErrors fieldErrors = new FieldErrors();
        ObjectMetaValidation.validate(object(metadata), true, NameValidator.DNS_SUBDOMAIN, fieldErrors);
        return fieldErrors.causes().stream().map(ObjectMetaValidationTest::told).toList();
    }

    private static String told(Cause cause) {
        return cause.field() + ": " + cause.message();
    }

    private static ObjectNode object(String metadata) throws JsonProcessingException {
        ObjectNode object = Json.object();
        object.set("metadata", Json.read(metadata.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        return object;
    }
}
