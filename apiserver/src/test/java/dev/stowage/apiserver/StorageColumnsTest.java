package dev.stowage.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The columns of volumes, claims and the storage group in `kubectl get`, in their usual states.
final class StorageColumnsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:30Z");
    private static final List<ResourceDescriptor> RESOURCES = BuiltInResources.all(_ -> new Schema.AnyJson());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Pending   | 'storageClassName':'fast','volumeMode':'Filesystem' | 'phase':'Pending' | c;Pending;;;;fast;<unset>;90s;Filesystem
            Bound     | 'storageClassName':'fast','volumeMode':'Block','volumeName':'pv1','volumeAttributesClassName':'gold' | 'phase':'Bound','capacity':{'storage':'1Gi'},'accessModes':['ReadWriteMany','ReadWriteOnce'] | c;Bound;pv1;1Gi;RWO,RWX;fast;gold;90s;Block
            Lost      | 'volumeName':'pv1' | 'phase':'Lost' | c;Lost;pv1;0;;;<unset>;90s;<unset>
            """)
    void claims(String state, String spec, String status, String cells) throws Exception {
        assertThat(cells("persistentvolumeclaims", "", spec, status)).isEqualTo(cells);
    }

    @ParameterizedTest
    @CsvSource({"persistentvolumeclaims, 1", "persistentvolumes, 4"})
    void whatIsBeingDeletedIsTerminating(String resource, int column) throws Exception {
        String deleted = ",'deletionTimestamp':'2026-01-01T00:01:00Z'";
        assertThat(cells(resource, deleted, "", "'phase':'Bound'").split(";", -1)[column])
                .isEqualTo("Terminating");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Pending   | ''                 | c;1Gi;RWO;Retain;Pending;;fast;<unset>;;90s;Filesystem
            Available | ''                 | c;1Gi;RWO;Retain;Available;;fast;<unset>;;90s;Filesystem
            Bound     | 'claimRef':{'namespace':'a','name':'b'} | c;1Gi;RWO;Retain;Bound;a/b;fast;<unset>;;90s;Filesystem
            Released  | 'claimRef':{'namespace':'a','name':'b'} | c;1Gi;RWO;Retain;Released;a/b;fast;<unset>;;90s;Filesystem
            Failed    | 'volumeAttributesClassName':'gold' | c;1Gi;RWO;Retain;Failed;;fast;gold;;90s;Filesystem
            """)
    void volumes(String phase, String more, String cells) throws Exception {
        String spec = "'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce','ReadWriteOnce'],"
                + "'persistentVolumeReclaimPolicy':'Retain','storageClassName':'fast','volumeMode':'Filesystem'"
                + (more.equals("''") ? "" : "," + more);
        assertThat(cells("persistentvolumes", "", spec, "'phase':'" + phase + "'"))
                .isEqualTo(cells);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            storageclasses | {%s,'provisioner':'csi.example.com','reclaimPolicy':'Delete','volumeBindingMode':'Immediate'} | c;csi.example.com;Delete;Immediate;false;90s
            storageclasses | {%s,'provisioner':'x','reclaimPolicy':'Retain','volumeBindingMode':'WaitForFirstConsumer','allowVolumeExpansion':true} | c;x;Retain;WaitForFirstConsumer;true;90s
            volumeattachments | {%s,'spec':{'attacher':'a','nodeName':'n','source':{'persistentVolumeName':'pv'}},'status':{'attached':true}} | c;a;pv;n;true;90s
            csidrivers | {%s,'spec':{'attachRequired':false,'podInfoOnMount':true,'volumeLifecycleModes':['Persistent','Ephemeral'],'tokenRequests':[{'audience':'a'},{'audience':'b'}]}} | c;false;true;false;a,b;false;Persistent,Ephemeral;90s
            csidrivers | {%s,'spec':{}} | c;true;false;false;<unset>;false;<none>;90s
            csinodes | {%s,'spec':{'drivers':[{'name':'a'},{'name':'b'}]}} | c;2;90s
            volumeattributesclasses | {%s,'driverName':'a'} | c;a;90s
            csistoragecapacities | {%s} | c;2026-01-01T00:00:00Z
            """)
    void theStorageGroup(String resource, String object, String cells) throws Exception {
        String metadata = "'metadata':{'name':'c','creationTimestamp':'2026-01-01T00:00:00Z'}";
        assertThat(cells(resource, read(object.formatted(metadata)))).isEqualTo(cells);
    }

    @ParameterizedTest
    @CsvSource({"storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"})
    void theDefaultClassIsMarked(String annotation) throws Exception {
        JsonNode object = read("{'metadata':{'name':'c','annotations':{'%s':'true'}}}".formatted(annotation));
        assertThat(cells("storageclasses", object)).startsWith("c (default);");
    }

    private static String cells(String resource, String metadata, String spec, String status) throws Exception {
        return cells(
                resource,
                read("{'metadata':{'name':'c','creationTimestamp':'2026-01-01T00:00:00Z'%s},'spec':{%s},'status':{%s}}"
                        .formatted(metadata, spec, status)));
    }

    private static String cells(String resource, JsonNode object) {
        ResourceDescriptor found = RESOURCES.stream()
                .filter(each -> each.names().plural().equals(resource))
                .findFirst()
                .orElseThrow();
        return found.tableColumns().cells(object, NOW).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(";"));
    }

    private static JsonNode read(String text) throws Exception {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
