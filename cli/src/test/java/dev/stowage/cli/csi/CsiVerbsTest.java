package dev.stowage.cli.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.stowage.flags.UsageException;
import io.grpc.MethodDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each verb writes its arguments into the right fields. The expected requests are in protobuf's text format,
/// which shares no code with ours.
final class CsiVerbsTest {

    private static final String RWO = "access_mode { mode: SINGLE_NODE_WRITER }";
    private static final String EXT4 =
            "volume_capabilities { mount { fs_type: 'ext4' mount_flags: 'noatime' mount_flags: 'discard'"
                    + " volume_mount_group: '100' } access_mode { mode: %s } } ";
    private static final String SECRETS =
            "secrets { key: 'user' value: 'ann' } secrets { key: 'key' value: 's3=cr,et' }";

    @TempDir
    private Path directory;

    private RecordingDriver driver;

    @BeforeEach
    void start() throws Exception {
        driver = new RecordingDriver(directory.resolve("csi.sock"));
    }

    @AfterEach
    void stop() {
        driver.close();
    }

    /// A command line and the resulting request; `FILE` stands for a file with secrets.
    record Example(String line, String request) {

        String verb() {
            return line.split(" ", 2)[0];
        }
    }

    private static Stream<Example> examples() {
        return Stream.of(
                new Example("info", ""),
                new Example("capabilities", ""),
                new Example("probe", ""),
                new Example("create db", "name: 'db' volume_capabilities { mount {} " + RWO + " }"),
                new Example(
                        "create --name=db --size 1.5Gi --limit=2G --fs-type ext4 --mount-flags noatime,discard"
                                + " --mount-group 100 --access-mode rwo,multi-node-reader-only --parameters a=b,c=d"
                                + " --mutable-parameters iops=5 --from-snapshot s1 --requisite z=a,r=1;z=b"
                                + " --preferred z=b --secrets FILE",
                        "name: 'db' capacity_range { required_bytes: 1610612736 limit_bytes: 2000000000 }"
                                + EXT4.formatted("SINGLE_NODE_WRITER") + EXT4.formatted("MULTI_NODE_READER_ONLY")
                                + "parameters { key: 'a' value: 'b' } parameters { key: 'c' value: 'd' }"
                                + " mutable_parameters { key: 'iops' value: '5' }"
                                + " volume_content_source { snapshot { snapshot_id: 's1' } }"
                                + " accessibility_requirements {"
                                + " requisite { segments { key: 'z' value: 'a' } segments { key: 'r' value: '1' } }"
                                + " requisite { segments { key: 'z' value: 'b' } }"
                                + " preferred { segments { key: 'z' value: 'b' } } } " + SECRETS),
                new Example(
                        "CreateVolume db --block --access-mode RWX --from-volume v0",
                        "name: 'db' volume_capabilities { block {} access_mode { mode: MULTI_NODE_MULTI_WRITER } }"
                                + " volume_content_source { volume { volume_id: 'v0' } }"),
                new Example("delete v --secrets FILE", "volume_id: 'v' " + SECRETS),
                new Example(
                        "attach v n --readonly --volume-context a=b --access-mode rwop --secrets FILE",
                        "volume_id: 'v' node_id: 'n' readonly: true volume_context { key: 'a' value: 'b' }"
                                + " volume_capability { mount {} access_mode { mode: SINGLE_NODE_SINGLE_WRITER } } "
                                + SECRETS),
                new Example("detach v --node-id n --secrets FILE", "volume_id: 'v' node_id: 'n' " + SECRETS),
                new Example(
                        "validate v --access-mode rox --volume-context a=b --parameters c=d --mutable-parameters e=f"
                                + " --secrets FILE",
                        "volume_id: 'v' volume_context { key: 'a' value: 'b' } parameters { key: 'c' value: 'd' }"
                                + " mutable_parameters { key: 'e' value: 'f' } volume_capabilities { mount {}"
                                + " access_mode { mode: MULTI_NODE_READER_ONLY } } " + SECRETS),
                new Example("list --page 3 --token t", "max_entries: 3 starting_token: 't'"),
                new Example("get v", "volume_id: 'v'"),
                new Example("capacity", ""),
                new Example(
                        "capacity --block --parameters a=b --topology z=a,r=1",
                        "volume_capabilities { block {} " + RWO + " } parameters { key: 'a' value: 'b' }"
                                + " accessible_topology { segments { key: 'z' value: 'a' }"
                                + " segments { key: 'r' value: '1' } }"),
                new Example("controller-capabilities", ""),
                new Example(
                        "snapshot v s --parameters a=b --requisite z=a --preferred z=a --secrets FILE",
                        "source_volume_id: 'v' name: 's' parameters { key: 'a' value: 'b' }"
                                + " accessibility_requirements { requisite { segments { key: 'z' value: 'a' } }"
                                + " preferred { segments { key: 'z' value: 'a' } } } " + SECRETS),
                new Example("delete-snapshot s --secrets FILE", "snapshot_id: 's' " + SECRETS),
                new Example(
                        "list-snapshots --volume-id v --snapshot-id s --page 2 --token t --secrets FILE",
                        "source_volume_id: 'v' snapshot_id: 's' max_entries: 2 starting_token: 't' " + SECRETS),
                new Example("get-snapshot s --secrets FILE", "snapshot_id: 's' " + SECRETS),
                new Example(
                        "expand v 20Gi --limit 21474836480 --fs-type xfs --secrets FILE",
                        "volume_id: 'v' capacity_range { required_bytes: 21474836480 limit_bytes: 21474836480 }"
                                + " volume_capability { mount { fs_type: 'xfs' } " + RWO + " } " + SECRETS),
                new Example("expand v 1Ki", "volume_id: 'v' capacity_range { required_bytes: 1024 }"),
                new Example(
                        "modify v --mutable-parameters iops=9 --secrets FILE",
                        "volume_id: 'v' mutable_parameters { key: 'iops' value: '9' } " + SECRETS),
                new Example("health v --secrets FILE", "volume_id: 'v' " + SECRETS),
                new Example(
                        "list-health --page 2 --token t --secrets FILE",
                        "max_entries: 2 starting_token: 't' " + SECRETS),
                new Example("group-capabilities", ""),
                new Example(
                        "snapshot-group g v1,v2 --parameters a=b --secrets FILE",
                        "name: 'g' source_volume_ids: 'v1' source_volume_ids: 'v2'"
                                + " parameters { key: 'a' value: 'b' } " + SECRETS),
                new Example(
                        "delete-snapshot-group g --snapshot-ids s1,s2 --secrets FILE",
                        "group_snapshot_id: 'g' snapshot_ids: 's1' snapshot_ids: 's2' " + SECRETS),
                new Example(
                        "get-snapshot-group g --snapshot-ids s1 --secrets FILE",
                        "group_snapshot_id: 'g' snapshot_ids: 's1' " + SECRETS),
                new Example(
                        "allocated s --offset 4Ki --max-results 7 --secrets FILE",
                        "snapshot_id: 's' starting_offset: 4096 max_results: 7 " + SECRETS),
                new Example(
                        "delta s1 s2 --offset 8192 --max-results 7 --secrets FILE",
                        "base_snapshot_id: 's1' target_snapshot_id: 's2' starting_offset: 8192 max_results: 7 "
                                + SECRETS),
                new Example("node-info", ""),
                new Example("node-capabilities", ""),
                new Example(
                        "stage v /st --publish-context a=b --volume-context c=d --secrets FILE",
                        "volume_id: 'v' staging_target_path: '/st' publish_context { key: 'a' value: 'b' }"
                                + " volume_context { key: 'c' value: 'd' } volume_capability { mount {} " + RWO + " } "
                                + SECRETS),
                new Example("unstage v /st", "volume_id: 'v' staging_target_path: '/st'"),
                new Example(
                        "publish v /t --staging-path /st --readonly --block --publish-context a=b --volume-context c=d"
                                + " --secrets FILE",
                        "volume_id: 'v' target_path: '/t' staging_target_path: '/st' readonly: true"
                                + " publish_context { key: 'a' value: 'b' } volume_context { key: 'c' value: 'd' }"
                                + " volume_capability { block {} " + RWO + " } " + SECRETS),
                new Example("unpublish v --target-path /t", "volume_id: 'v' target_path: '/t'"),
                new Example(
                        "stats v /t --staging-path /st", "volume_id: 'v' volume_path: '/t' staging_target_path: '/st'"),
                new Example(
                        "node-expand v /t --size 1Gi --limit 2Gi --staging-path /st --block --secrets FILE",
                        "volume_id: 'v' volume_path: '/t' staging_target_path: '/st' capacity_range"
                                + " { required_bytes: 1073741824 limit_bytes: 2147483648 }"
                                + " volume_capability { block {} " + RWO + " } " + SECRETS),
                new Example(
                        "node-health v --volume-path /t --staging-path /st",
                        "volume_id: 'v' volume_publish_path: '/t' staging_target_path: '/st'"),
                new Example("storage-health --secrets FILE", SECRETS),
                new Example("registration", ""),
                new Example("notify-registration --registered", "plugin_registered: true"),
                new Example("notify-registration --error nope", "error: 'nope'"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theRequestIsWhatTheLineSays(Example example) throws Exception {
        Path secrets = Files.createFile(
                directory.resolve("secrets"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(secrets, "# of ann\nuser=ann\n\nkey=s3=cr,et\n");

        new CsiTerminal(driver.endpoint()).type(example.line().replace("FILE", secrets.toString()));

        CsiVerb csiVerb = CsiVerbs.byName(example.verb());
        Message.Builder expected = RpcMethod.of(csiVerb).request().toBuilder();
        TextFormat.merge(example.request(), expected);
        assertThat(driver.requests()).containsExactly(new RecordingDriver.Request(csiVerb.rpc(), expected.build()));
    }

    @Test
    void everyRpcOfEveryServiceHasOneVerb() {
        List<String> rpcs = Arrays.stream(CsiService.values())
                .flatMap(csiService -> csiService.descriptor().getMethods().stream())
                .map(MethodDescriptor::getBareMethodName)
                .map(String::valueOf)
                .toList();
        assertThat(CsiVerbs.ALL).extracting(CsiVerb::rpc).containsExactlyInAnyOrderElementsOf(rpcs);
        assertThat(CsiVerbs.ALL)
                .extracting(CsiVerb::name)
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(rpcs);
    }

    @Test
    void everyVerbHasAnExampleHere() {
        assertThat(examples().map(example -> CsiVerbs.byName(example.verb())).distinct())
                .containsExactlyInAnyOrderElementsOf(CsiVerbs.ALL);
    }

    @Test
    void everyFieldOfARequestHasAFlag() {
        for (CsiVerb csiVerb : CsiVerbs.ALL) {
            assertThat(Stream.concat(csiVerb.arguments().stream(), csiVerb.inputs().stream())
                            .map(requestFlag -> switch (requestFlag) {
                                case FieldFlag field -> field.path().split("\\.", 2)[0];
                                case VolumeCapabilityFlags capability -> capability.path();
                                case SecretsFlag secrets -> "secrets";
                            })
                            .distinct())
                    .as(csiVerb.name())
                    .containsExactlyInAnyOrderElementsOf(
                            RpcMethod.of(csiVerb).request().getDescriptorForType().getFields().stream()
                                    .map(field -> field.getName())
                                    .toList());
        }
    }

    @Test
    void anUnknownVerbNamesTheNearestOne() {
        assertThatThrownBy(() -> CsiVerbs.byName("craete"))
                .isInstanceOf(UsageException.class)
                .hasMessage("unknown verb craete; did you mean create? (stowage csi --help lists them)");
    }
}
