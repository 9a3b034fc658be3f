package dev.stowage.explain.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.json.Json;
import dev.stowage.linux.tar.TarOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
    private static final Instant TAKEN = Instant.parse("2026-11-15T12:00:00Z");
    /// Every secret in these objects contains this word.
    private static final String SECRET = "hunter2";

    private static final String POD = """
            {'metadata':{'name':'p','namespace':'x','uid':'u',
              'managedFields':[{'manager':'m'}],
              'annotations':{
                'kubectl.kubernetes.io/last-applied-configuration':'{hunter2}',
                'vault.example.com/token':'hunter2',
                'example.com/note':'hunter2',
                'kubernetes.io/config.hash':'abc'}},
             'spec':{'nodeName':'n1',
               'containers':[{'name':'c','image':'i','command':['sh','hunter2'],'args':['--password=hunter2'],
                 'env':[{'name':'DB','value':'hunter2'},
                        {'name':'REF','valueFrom':{'secretKeyRef':{'name':'db-secret','key':'k'}}}],
                 'livenessProbe':{'exec':{'command':['hunter2']},'httpGet':{'httpHeaders':[{'name':'A','value':'hunter2'}]}},
                 'lifecycle':{'preStop':{'exec':{'command':['hunter2']}}},
                 'volumeMounts':[{'name':'v','mountPath':'/v'}]}],
               'initContainers':[{'name':'i','image':'i','env':[{'name':'DB','value':'hunter2'}]}],
               'ephemeralContainers':[{'name':'e','image':'i','env':[{'name':'DB','value':'hunter2'}]}],
               'volumes':[{'name':'v','csi':{'driver':'a.example','nodePublishSecretRef':{'name':'publish-secret'},
                 'volumeAttributes':{'password':'hunter2','adminKey':'hunter2','share':'//srv/data',
                   'url':'https://me:hunter2@host/x','blob':'Ahunter2Zq9Xy7Lk3Pm5Rt8Vb1'}}},
                 {'name':'f','flexVolume':{'driver':'d','options':{'credential':'hunter2'}}}]},
             'status':{'phase':'Pending','containerStatuses':[
               {'name':'c','state':{'terminated':{'exitCode':1,'message':'my key is hunter2'}}}]}}""";

    private static final String CLASS = """
            {'metadata':{'name':'sc'},'provisioner':'a.example',
             'parameters':{'csi.storage.k8s.io/provisioner-secret-name':'names-stay','pool':'fast','token':'hunter2',
               'secretKey':'hunter2'},
             'mountOptions':['ro','password=hunter2','username=me']}""";

    private static final String EVENT = """
            {'metadata':{'name':'e','namespace':'x'},'involvedObject':{'uid':'u'},'reason':'FailedMount',
             'message':'mount failed: mount -o user=me,password=hunter2 Authorization: Bearer hunter2hunter2 token=\\\\\\"hunter2\\\\\\" at nfs://a:hunter2@h eyJhbGciOiJIUzI1NiJ9.eyJodW50ZXIyIjoxfQ.c2lnbmF0dXJl'}""";

    private static final String CONFIG = """
            {'metadata':{'name':'d'},'data':{'a':'hunter2'},'stringData':{'a':'hunter2'},
             'spec':{'template':{'spec':{'containers':[{'name':'c','image':'i','env':[{'name':'A','value':'hunter2'}]}]}}}}""";

    @TempDir
    private Path folder;

    @Test
    void noSecretIsInTheBundleWhereverItStood() throws IOException {
        String all = unpacked(write());
        assertThat(all).doesNotContain(SECRET).doesNotContain("aHVudGVyMg").doesNotContain("eyJodW50ZXIyIjoxfQ");
    }

    @Test
    void whatExplainsAVolumeIsStillThere() throws IOException {
        String all = unpacked(write());
        assertThat(all)
                .contains("publish-secret", "names-stay", "db-secret", "//srv/data", "\"pool\":\"fast\"")
                .contains("FailedMount", "mount failed", "kubernetes.io/config.hash", "mountPath", "username=me");
    }

    @Test
    void theManifestCountsWhatWasLeftOut() throws IOException {
        JsonNode manifest = new BundleWriter(clusterState()).manifest("stowage test");
        assertThat(manifest.at("/objects/pods").asInt()).isEqualTo(1);
        assertThat(manifest.at("/unseen/leases").asText()).isEqualTo("forbidden");
        assertThat(manifest.at("/leftOut/environment values").asInt()).isEqualTo(4);
        assertThat(manifest.at("/leftOut/last applied configurations").asInt()).isEqualTo(1);
        assertThat(manifest.at("/leftOut/secrets in texts").asInt()).isPositive();
    }

    @Test
    void onlyItsOwnerMayReadIt() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(write())))
                .isEqualTo("rw-------");
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Path file = write();
        assertThatThrownBy(() -> new BundleWriter(clusterState()).write(file, "t"))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(new BundleReader().read(file).all(ResourceKind.POD)).hasSize(1);
    }

    @Test
    void aPictureComesBackAsItWasTaken() throws IOException {
        ClusterState read = new BundleReader().read(write());
        assertThat(read.taken()).isEqualTo(TAKEN);
        assertThat(read.version()).isEqualTo("v1.36.3");
        assertThat(read.isListed(ResourceKind.LEASE)).isFalse();
        assertThat(read.isListed(ResourceKind.CLAIM)).isTrue();
        KubeResource pod = read.find(ResourceKind.POD, "x", "p").orElseThrow();
        assertThat(pod.text("/spec/volumes/0/csi/driver")).isEqualTo("a.example");
        assertThat(read.events(pod))
                .singleElement()
                .satisfies(told -> assertThat(told.text()).startsWith("mount failed"));
    }

    @Test
    void aSmallFileThatUnpacksToALotIsRefused() throws IOException {
        Path file = write();
        assertThatThrownBy(() -> new BundleReader(2000).read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unpacks to more than the maximum size of a bundle");
    }

    @Test
    void tooManyEntriesAreRefused() throws IOException {
        Path file = folder.resolve("many.tar.gz");
        try (TarOutput tar = tar(file)) {
            for (int i = 0; i < 300; i++) {
                tar.file("x" + i, 0600, new byte[0]);
            }
        }
        assertThatThrownBy(() -> new BundleReader().read(file)).hasMessageContaining("more than 256 entries");
    }

    @Test
    void namesFromTheFileAreNeverUsedAsPaths() throws IOException {
        Path file = folder.resolve("evil.tar.gz");
        try (TarOutput tar = tar(file)) {
            tar.file("../../evil", 0600, "x".getBytes(StandardCharsets.UTF_8));
            tar.file(folder.resolve("evil").toString(), 0600, "x".getBytes(StandardCharsets.UTF_8));
            tar.file(
                    BundleLayout.MANIFEST,
                    0600,
                    "{\"format\":1,\"taken\":\"2026-11-15T12:00:00Z\"}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(new BundleReader().read(file).all(ResourceKind.POD)).isEmpty();
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void whatIsNoBundleIsRefusedWithASentence() throws IOException {
        Path text = Files.writeString(folder.resolve("a.txt"), "hello");
        assertThatThrownBy(() -> new BundleReader().read(text)).hasMessageContaining("is not a valid bundle");
        Path empty = folder.resolve("empty.tar.gz");
        try (TarOutput tar = tar(empty)) {
            tar.file("other", 0600, new byte[3]);
        }
        assertThatThrownBy(() -> new BundleReader().read(empty)).hasMessageContaining("no manifest");
        assertThatThrownBy(() -> new BundleReader().read(folder.resolve("none")))
                .hasMessageContaining("does not exist");
    }

    private static TarOutput tar(Path file) throws IOException {
        OutputStream out = Files.newOutputStream(file);
        return new TarOutput(new GZIPOutputStream(out), TAKEN);
    }

    private Path write() throws IOException {
        Path file = folder.resolve("b.tar.gz");
        new BundleWriter(clusterState())
                .with("doctor/node.json", Json.object().put("text", "password=hunter2"))
                .with("logs/1.log", "started\ntoken: hunter2\n")
                .write(file, "stowage test");
        return file;
    }

    private static ClusterState clusterState() throws IOException {
        return new ClusterState(
                TAKEN,
                "v1.36.3",
                Map.of(
                        ResourceKind.POD, List.of(thing(ResourceKind.POD, POD)),
                        ResourceKind.CLASS, List.of(thing(ResourceKind.CLASS, CLASS)),
                        ResourceKind.EVENT, List.of(thing(ResourceKind.EVENT, EVENT)),
                        ResourceKind.DEPLOYMENT, List.of(thing(ResourceKind.DEPLOYMENT, CONFIG))),
                Map.of(ResourceKind.LEASE, "forbidden"));
    }

    private static KubeResource thing(ResourceKind resourceKind, String json) throws IOException {
        return new KubeResource(resourceKind, Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static String unpacked(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
