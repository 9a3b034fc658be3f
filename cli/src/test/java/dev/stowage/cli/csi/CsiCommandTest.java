package dev.stowage.cli.csi;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.BoolValue;
import com.google.protobuf.Int64Value;
import com.google.protobuf.Message;
import dev.stowage.csi.v1.BlockMetadata;
import dev.stowage.csi.v1.BlockMetadataType;
import dev.stowage.csi.v1.ControllerPublishVolumeResponse;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.CreateVolumeResponse;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.csi.v1.GetCapacityResponse;
import dev.stowage.csi.v1.GetMetadataAllocatedResponse;
import dev.stowage.csi.v1.GetPluginCapabilitiesResponse;
import dev.stowage.csi.v1.ListVolumesRequest;
import dev.stowage.csi.v1.ListVolumesResponse;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesResponse;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeUsage;
import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsiCommandTest {

    @TempDir
    private Path directory;

    private RecordingDriver driver;
    private CsiTerminal terminal;

    @BeforeEach
    void start() throws Exception {
        driver = new RecordingDriver(directory.resolve("csi.sock"));
        terminal = new CsiTerminal(driver.endpoint());
    }

    @AfterEach
    void stop() {
        driver.close();
    }

    @Test
    void aListIsColumnsWithReadableSizes() {
        driver.answer("ListVolumes", page("", volume("vol-1", 10L << 30), volume("vol-20", 1_500_000_000)));
        var result = terminal.type("list");
        assertThat(result.out()).isEqualTo("""
                VOLUME-ID  CAPACITY  ACCESSIBLE-TOPOLOGY
                vol-1      10GiB     zone=a
                vol-20     1.3GiB    zone=a
                """);
        assertThat(result.err()).isEmpty();
        assertThat(result.status()).isZero();
    }

    @Test
    void aSingleAnswerIsNamesAndValuesWithExactSizesToo() {
        driver.answer(
                "CreateVolume",
                CreateVolumeResponse.newBuilder()
                        .setVolume(volume("v\u001b[31m1", 1 << 20).putVolumeContext("path", "/a"))
                        .build());
        assertThat(terminal.type("create db").out()).isEqualTo("""
                VOLUME-ID:            v [31m1
                CAPACITY:             1MiB (1048576 bytes)
                VOLUME-CONTEXT:       path=/a
                ACCESSIBLE-TOPOLOGY:  zone=a
                """);
    }

    @Test
    void emptyAnswersSaySo() {
        assertThat(terminal.type("delete v").out()).isEqualTo("OK\n");
        assertThat(terminal.type("list").out()).isEqualTo("No entries.\n");
    }

    @Test
    void usageIsReadableInBytesAndPlainInInodes() {
        driver.answer(
                "NodeGetVolumeStats",
                NodeGetVolumeStatsResponse.newBuilder()
                        .addUsage(VolumeUsage.newBuilder()
                                .setUnit(VolumeUsage.Unit.BYTES)
                                .setTotal(4096)
                                .setUsed(1024))
                        .addUsage(VolumeUsage.newBuilder()
                                .setUnit(VolumeUsage.Unit.INODES)
                                .setTotal(4096))
                        .build());
        assertThat(terminal.type("stats v /t").out()).isEqualTo("""
                AVAILABLE  TOTAL  USED  UNIT
                0B         4KiB   1KiB  BYTES
                0          4096   0     INODES
                """);
    }

    @Test
    void capabilitiesAreNamesWithoutTheirWrapping() {
        driver.answer(
                "GetPluginCapabilities",
                GetPluginCapabilitiesResponse.newBuilder()
                        .addCapabilities(PluginCapability.newBuilder()
                                .setService(PluginCapability.Service.newBuilder()
                                        .setType(PluginCapability.Service.Type.CONTROLLER_SERVICE)))
                        .addCapabilities(PluginCapability.newBuilder()
                                .setVolumeExpansion(PluginCapability.VolumeExpansion.newBuilder()
                                        .setType(PluginCapability.VolumeExpansion.Type.ONLINE)))
                        .build());
        assertThat(terminal.type("capabilities").out()).isEqualTo("""
                SERVICE             VOLUME-EXPANSION
                CONTROLLER_SERVICE  -
                -                   ONLINE
                """);
    }

    @Test
    void jsonHasTheExactBytes() {
        driver.answer(
                "GetCapacity",
                GetCapacityResponse.newBuilder()
                        .setAvailableCapacity(1L << 40)
                        .setMaximumVolumeSize(Int64Value.of(7))
                        .build());
        assertThat(terminal.type("--output json capacity").out()).isEqualTo("""
                {
                  "available_capacity": 1099511627776,
                  "maximum_volume_size": 7
                }
                """);
    }

    @Test
    void aPageTellsHowToGoOn() {
        driver.answer("ListVolumes", page("t1", volume("a", 1)));
        assertThat(terminal.type("list").err())
                .isEqualTo("There are more entries: use --token t1 for the next page, or --all for all.\n");
    }

    @Test
    void allPagesAreOneList() {
        driver.answer("ListVolumes", page("t1", volume("a", 1)), page("t2", volume("b", 1)), page("", volume("c", 1)));
        var result = terminal.type("list --all --page 1 --output json");
        assertThat(result.out()).containsSubsequence("\"a\"", "\"b\"", "\"c\"", "\"next_token\": \"\"");
        assertThat(driver.requests())
                .extracting(RecordingDriver.Request::message)
                .containsExactly(listing(""), listing("t1"), listing("t2"));
    }

    @Test
    void aTokenThatWentStaleBeginsTheListAnewOnce() {
        driver.answer("ListVolumes", page("t1", volume("a", 1)), Status.ABORTED, page("", volume("b", 1)));
        assertThat(terminal.type("list --all --page 1").out()).contains("b  ").doesNotContain("a  ");
        assertThat(driver.requests())
                .extracting(RecordingDriver.Request::message)
                .containsExactly(listing(""), listing("t1"), listing(""));

        driver.answer("ListVolumes", Status.ABORTED, Status.ABORTED.withDescription("busy"));
        var twice = terminal.type("list --all");
        assertThat(twice.status()).isEqualTo(1);
        assertThat(twice.err())
                .isEqualTo("ListVolumes: ABORTED: busy. (The token is no longer valid; list from the beginning.)\n");
    }

    @Test
    void aListWithoutAnEndIsNotFollowedForever() {
        driver.answer("ListVolumes", page("t"), page("t"), page("t"));
        var result = terminal.type("list --all");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err()).startsWith("The driver returned the same next_token twice");
    }

    @Test
    void aStreamIsShownAsItComesAndTellsWhereItBroke() {
        driver.answer(
                "GetMetadataAllocated",
                blocks(0, 4096),
                blocks(8192, 4096),
                Status.UNAVAILABLE.withDescription("gone"));
        var result = terminal.type("allocated s");
        assertThat(result.out()).isEqualTo("""
                TYPE:      FIXED_LENGTH
                CAPACITY:  1MiB (1048576 bytes)

                         BYTE-OFFSET            SIZE-BYTES
                                   0                  4096
                                8192                  4096
                """);
        assertThat(result.err()).isEqualTo("""
                The list is not complete; --offset 12288 continues it.
                GetMetadataAllocated: UNAVAILABLE: gone. (The connection was lost, or the driver is not ready.)
                """);
        assertThat(result.status()).isEqualTo(1);

        driver.answer("GetMetadataAllocated", blocks(0, 1), blocks(1, 1));
        assertThat(terminal.type("allocated s --output json").out().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"block_metadata_type\":\"FIXED_LENGTH\""));
    }

    @Test
    void aFailureIsOneLineWithTheCodeTheWordsAndTheMeaning() {
        driver.answer("CreateVolume", Status.ALREADY_EXISTS.withDescription("db\nhas 1 GiB"));
        var result = terminal.type("create db --size 2Gi");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .isEqualTo("CreateVolume: ALREADY_EXISTS: db has 1 GiB. (It exists with other properties; change"
                        + " the request or use another name.)\n");
    }

    @Test
    void anUncertainFailureSaysSoWhenSomethingMayHaveChanged() {
        driver.answer("DeleteVolume", Status.DEADLINE_EXCEEDED);
        assertThat(terminal.type("delete v").err()).contains("may have taken effect");
        driver.answer("DeleteVolume", Status.RESOURCE_EXHAUSTED);
        assertThat(terminal.type("delete v").err()).contains("may have taken effect");
        driver.answer("CreateVolume", Status.RESOURCE_EXHAUSTED);
        assertThat(terminal.type("create v").err()).contains("exhausted").doesNotContain("may have taken effect");
        driver.answer("DeleteVolume", Status.FAILED_PRECONDITION);
        assertThat(terminal.type("delete v").err()).doesNotContain("may have taken effect");
        driver.answer("ListVolumes", Status.DEADLINE_EXCEEDED);
        assertThat(terminal.type("list").err()).doesNotContain("may have taken effect");
    }

    @Test
    void aSocketWithoutADriverIsSaidPlainly() throws IOException {
        String missing = "unix://" + directory.resolve("none.sock");
        var result = terminal.type("delete v --endpoint " + missing);
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err())
                .isEqualTo("Cannot connect to " + missing + ": No such file or directory. Nothing was sent. Start the"
                        + " driver, check --endpoint, or run this as a user with access to the socket.\n");

        Path deserted = directory.resolve("deserted.sock");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(deserted))
                .close();
        assertThat(terminal.type("delete v --endpoint " + deserted).err())
                .startsWith("Cannot connect to unix://" + deserted + ": Connection refused. Nothing was sent.");
    }

    @Test
    void aDriverThatDiesDuringTheCallLeavesTheOutcomeUncertain() throws Exception {
        Path socket = directory.resolve("dying.sock");
        try (ServerSocketChannel dying = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dying.bind(UnixDomainSocketAddress.of(socket));
            Thread driver = Thread.ofVirtual().start(() -> acceptAndDie(dying));
            var result = terminal.type("delete v --endpoint " + socket);
            assertThat(result.status()).isEqualTo(1);
            assertThat(result.err()).startsWith("DeleteVolume: UNAVAILABLE").contains("may have taken effect");
            driver.join();
        }
    }

    private static void acceptAndDie(ServerSocketChannel socket) {
        try (SocketChannel client = socket.accept()) {
            client.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void answersThatMeanNoEndWithStatusOne() {
        driver.answer(
                "Probe",
                ProbeResponse.newBuilder().setReady(BoolValue.of(false)).build());
        assertThat(terminal.type("probe").status()).isEqualTo(1);
        assertThat(terminal.type("probe").status()).as("unset means ready").isZero();
        driver.answer(
                "ValidateVolumeCapabilities",
                ValidateVolumeCapabilitiesResponse.newBuilder()
                        .setMessage("no xfs")
                        .build());
        var refused = terminal.type("validate v");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.out()).isEqualTo("MESSAGE:  no xfs\n");
    }

    @Test
    void aSecretThatTheDriverRepeatsIsNotShown() throws IOException {
        Path secrets = secretFile("{\"key\": \"hunter2\\\"x\"}");
        driver.answer("ControllerPublishVolume", Status.PERMISSION_DENIED.withDescription("hunter2\"x is wrong"));
        var failed = terminal.type("attach v n --secrets " + secrets);
        assertThat(failed.err()).contains("***stripped*** is wrong").doesNotContain("hunter2");

        for (String output : new String[] {"table", "json"}) {
            driver.answer(
                    "ControllerPublishVolume",
                    ControllerPublishVolumeResponse.newBuilder()
                            .putPublishContext("login", "root:hunter2\"x")
                            .build());
            var answered = terminal.type("attach v n --output " + output + " --secrets " + secrets);
            assertThat(answered.out()).contains("root:***stripped***").doesNotContain("hunter2");
            assertThat(answered.err()).startsWith("warning: the response of the driver contains a secret");
        }
    }

    @Test
    void secretsOnTheCommandLineAreRefused() {
        var result = terminal.type("delete v --request", "{\"secrets\": {\"key\": \"hunter2\"}}");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("must not contain secrets").doesNotContain("hunter2");
        assertThat(driver.requests()).isEmpty();
    }

    @Test
    void aWrongSecretsFileIsNotQuoted() throws IOException {
        for (String content : new String[] {"a=b\nhunter2\n", "{\"key\": hunter2}", "{\"key\": [\"hunter2\"]}"}) {
            var result = terminal.type("delete v --secrets " + secretFile(content));
            assertThat(result.status()).isEqualTo(2);
            assertThat(result.err()).startsWith("--secrets: " + directory).doesNotContain("hunter2");
        }
        assertThat(terminal.type("delete v --secrets /no/such").err())
                .isEqualTo("--secrets: file /no/such does not exist\n");
    }

    @Test
    void aSecretsFileThatEverybodyMayReadIsWarnedOf() throws IOException {
        Path secrets = secretFile("key=hunter2\n");
        assertThat(terminal.type("delete v --secrets " + secrets).err()).isEmpty();
        Files.setPosixFilePermissions(secrets, PosixFilePermissions.fromString("rw-r--r--"));
        var result = terminal.type("delete v --secrets " + secrets);
        assertThat(result.status()).isZero();
        assertThat(result.err())
                .isEqualTo("warning: " + secrets + " contains secrets and is readable by all users (run chmod 600 "
                        + secrets + ")" + "\n");
    }

    @Test
    void aWholeRequestIsSentAsItStandsAndFlagsChangeIt() throws IOException {
        terminal.type("create --request", "{\"name\": \"db\", \"parameters\": {\"a\": \"b\"}}", "--size", "1Ki");
        CreateVolumeRequest.Builder expected =
                CreateVolumeRequest.newBuilder().setName("db").putParameters("a", "b");
        expected.getCapacityRangeBuilder().setRequiredBytes(1024);

        Path file = secretFile("{\"volume_id\": \"v\", \"secrets\": {\"key\": \"hunter2\"}}");
        terminal.type("delete --request-file " + file);
        terminal.type("delete --request", "{}");

        assertThat(driver.requests())
                .extracting(RecordingDriver.Request::message)
                .containsExactly(
                        expected.build(),
                        DeleteVolumeRequest.newBuilder()
                                .setVolumeId("v")
                                .putSecrets("key", "hunter2")
                                .build(),
                        DeleteVolumeRequest.getDefaultInstance());
    }

    @Test
    void wrongLinesAreOneSentenceAndStatusTwo() {
        assertUsage("", "the verb is missing (stowage csi --help lists the verbs)");
        assertUsage("delte v", "unknown verb delte; did you mean delete? (stowage csi --help lists them)");
        assertUsage("delete", "VOLUME-ID is missing: stowage csi delete VOLUME-ID (see stowage csi delete --help)");
        assertUsage("delete v --volume-id w", "unexpected argument \"v\": stowage csi delete VOLUME-ID");
        assertUsage(
                "--size 1Gi create x",
                "flag --size must follow the verb: stowage csi VERB --size … (stowage csi --help lists the verbs)");
        assertUsage("create x --sise 1Gi", "unknown flag --sise; did you mean --size? (--help lists the flags)");
        assertUsage("create x --size much", "flag --size: \"much\" is not a size such as 1073741824, 500M or 10Gi");
        assertUsage("expand x much", "SIZE: \"much\" is not a size such as 1073741824, 500M or 10Gi");
        assertUsage("create x --request nonsense", "--request: not valid JSON at line 1, column 1");
        assertUsage("attach v n --access-mode rwo,rox", "--access-mode: this call takes one mode, not 2");
        assertUsage("info --timeout 0s", "flag --timeout must be positive");
        assertUsage("info --output yaml", "flag --output: \"yaml\" is neither table nor json");
        assertUsage(
                "create x --block --fs-type ext4",
                "--block cannot be used together with --fs-type, --mount-flags or --mount-group: a raw device"
                        + " has no file system");
        assertThat(new CsiTerminal("").type("info").err())
                .isEqualTo("no driver given (set --endpoint unix:///PATH or $CSI_ENDPOINT)\n");
        assertThat(terminal.type("info --endpoint tcp://127.0.0.1:1").status()).isEqualTo(2);
        assertThat(driver.requests()).isEmpty();
    }

    @Test
    void theHelpNamesEveryVerbAndEveryVerbHasAPage() {
        var help = terminal.type("--help");
        assertThat(help.status()).isZero();
        for (CsiVerb csiVerb : CsiVerbs.ALL) {
            assertThat(help.out())
                    .contains("\n  " + csiVerb.name() + " ")
                    .contains(csiVerb.rpc())
                    .contains(csiVerb.summary());
            var page = terminal.type(csiVerb.name() + " --help");
            assertThat(page.status()).isZero();
            assertThat(page.out())
                    .startsWith(csiVerb.summary())
                    .contains("\nUsage:\n  stowage csi " + csiVerb.shape() + " [flags]\n")
                    .contains("--request-file file");
            assertThat(page.out().lines()).as(csiVerb.name()).allMatch(line -> line.length() <= 120);
        }
        assertThat(terminal.type("help")).isEqualTo(help);
        assertThat(terminal.type("help create")).isEqualTo(terminal.type("create --help"));
        assertThat(help.out().lines()).allMatch(line -> line.length() <= 120);
        assertThat(driver.requests()).isEmpty();
    }

    private void assertUsage(String line, String message) {
        var result = terminal.type(line);
        assertThat(result.err()).isEqualTo(message + "\n");
        assertThat(result.status()).isEqualTo(2);
    }

    private Path secretFile(String content) throws IOException {
        Path file = directory.resolve("secrets");
        Files.writeString(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Volume.Builder volume(String id, long bytes) {
        return Volume.newBuilder()
                .setVolumeId(id)
                .setCapacityBytes(bytes)
                .addAccessibleTopology(Topology.newBuilder().putSegments("zone", "a"));
    }

    private static Message page(String next, Volume.Builder... volumes) {
        ListVolumesResponse.Builder page = ListVolumesResponse.newBuilder().setNextToken(next);
        for (Volume.Builder volume : volumes) {
            page.addEntries(ListVolumesResponse.Entry.newBuilder().setVolume(volume));
        }
        return page.build();
    }

    private static Message listing(String token) {
        return ListVolumesRequest.newBuilder()
                .setMaxEntries(1)
                .setStartingToken(token)
                .build();
    }

    private static Message blocks(long offset, long size) {
        return GetMetadataAllocatedResponse.newBuilder()
                .setBlockMetadataType(BlockMetadataType.FIXED_LENGTH)
                .setVolumeCapacityBytes(1 << 20)
                .addBlockMetadata(
                        BlockMetadata.newBuilder().setByteOffset(offset).setSizeBytes(size))
                .build();
    }
}
