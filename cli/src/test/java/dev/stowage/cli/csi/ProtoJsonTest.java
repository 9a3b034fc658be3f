package dev.stowage.cli.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BoolValue;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.stowage.csi.registration.v1.Pluginregistration;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Csi;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.VolumeCapability;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ProtoJsonTest {

    private static Stream<Descriptor> everyMessage() {
        return Stream.of(Csi.getDescriptor(), Pluginregistration.getDescriptor())
                .flatMap(file -> file.getMessageTypes().stream())
                .flatMap(ProtoJsonTest::withNested);
    }

    private static Stream<Descriptor> withNested(Descriptor message) {
        return message.getOptions().getMapEntry()
                ? Stream.of()
                : Stream.concat(
                        Stream.of(message), message.getNestedTypes().stream().flatMap(ProtoJsonTest::withNested));
    }

    @ParameterizedTest
    @MethodSource("everyMessage")
    void whatIsWrittenIsReadBackTheSame(Descriptor type) {
        RandomMessages random = new RandomMessages(type.getFullName());
        for (int i = 0; i < 100; i++) {
            Message message = random.next(type);
            for (String json : new String[] {ProtoJsonWriter.indented(message), ProtoJsonWriter.line(message)}) {
                DynamicMessage.Builder read = DynamicMessage.newBuilder(type);
                ProtoJsonReader.read(json, read);
                assertThat(read.build()).as(json).isEqualTo(message);
            }
        }
    }

    @Test
    void answersAreWrittenUnderTheProtocolsNamesWithExactNumbers() {
        Snapshot snapshot = Snapshot.newBuilder()
                .setSnapshotId("s\u001b1")
                .setSizeBytes(9007199254740993L)
                .setCreationTime(Timestamp.newBuilder().setSeconds(1_700_000_000))
                .build();
        assertThat(ProtoJsonWriter.indented(snapshot)).isEqualTo("""
                {
                  "size_bytes": 9007199254740993,
                  "snapshot_id": "s\\u001B1",
                  "source_volume_id": "",
                  "creation_time": "2023-11-14T22:13:20Z",
                  "ready_to_use": false,
                  "group_snapshot_id": "",
                  "accessible_topology": []
                }""");
        assertThat(ProtoJsonWriter.line(ProbeResponse.getDefaultInstance())).isEqualTo("{}");
        assertThat(ProtoJsonWriter.line(
                        ProbeResponse.newBuilder().setReady(BoolValue.of(false)).build()))
                .isEqualTo("{\"ready\":false}");
    }

    @Test
    void secretsAreNeverWritten() {
        CreateVolumeRequest request =
                CreateVolumeRequest.newBuilder().putSecrets("key", "hunter2").build();
        assertThat(ProtoJsonWriter.indented(request))
                .contains("\"secrets\": \"***stripped***\"")
                .doesNotContain("hunter2");
    }

    @Test
    void bothSpellingsOfAFieldAreUnderstoodAndNumbersMayStandInQuotes() {
        CreateVolumeRequest.Builder snake = CreateVolumeRequest.newBuilder();
        CreateVolumeRequest.Builder camel = CreateVolumeRequest.newBuilder();
        ProtoJsonReader.read("""
                {"name": "n", "capacity_range": {"required_bytes": 5}, "parameters": {"a": "b"}, "secrets": null,
                 "volume_capabilities": [{"block": {}, "access_mode": {"mode": "SINGLE_NODE_WRITER"}}]}""", snake);
        ProtoJsonReader.read("""
                {"name": "n", "capacityRange": {"requiredBytes": "5"}, "parameters": {"a": "b"},
                 "volumeCapabilities": [{"block": {}, "accessMode": {"mode": 1}}]}""", camel);
        assertThat(snake.build()).isEqualTo(camel.build());
        assertThat(snake.getVolumeCapabilities(0).getAccessTypeCase()).isEqualTo(VolumeCapability.AccessTypeCase.BLOCK);
        assertThat(snake.getCapacityRange().getRequiredBytes()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"nmae\": \"x\"} | unknown field \"nmae\" in CreateVolumeRequest; did you mean \"name\"?",
                "{\"capacity_range\": {\"size\": 1}} | unknown field \"size\" in capacity_range (CapacityRange)",
                "{\"capacity_range\": {\"limit_bytes\": 1.5}} | capacity_range.limit_bytes must be a whole number from -9223372036854775808 to 9223372036854775807",
                "{\"capacity_range\": {\"limit_bytes\": 9223372036854775808}} | capacity_range.limit_bytes must be a whole number from -9223372036854775808 to 9223372036854775807",
                "{\"capacity_range\": {\"limit_bytes\": true}} | capacity_range.limit_bytes must be a number",
                "{\"capacity_range\": {\"limit_bytes\": [1]}} | capacity_range.limit_bytes must be a number",
                "{\"capacity_range\": 5} | capacity_range must be an object",
                "{\"name\": 5} | name must be a string in quotes",
                "{\"secrets\": {\"key\": 12345}} | secrets.key must be a string in quotes",
                "{\"volume_capabilities\": {}} | volume_capabilities must be a list",
                "{\"volume_capabilities\": [{\"access_mode\": {\"mode\": \"X\"}}]} | volume_capabilities[0].access_mode.mode must be one of UNKNOWN, SINGLE_NODE_WRITER, SINGLE_NODE_READER_ONLY, MULTI_NODE_READER_ONLY, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER, SINGLE_NODE_SINGLE_WRITER, SINGLE_NODE_MULTI_WRITER",
                "{\"volume_capabilities\": [{\"block\": {}, \"mount\": {}}]} | volume_capabilities[0].mount excludes block: set only one of them",
                "{\"name\": \"a\", \"name\": \"b\"} | not valid JSON at line 1, column 21",
                "{\"name\": hunter2} | not valid JSON at line 1, column 10",
                "{\"name\": \"a\" | not valid JSON at line 1, column 13",
                "{} {} | unexpected content after the end of the object",
                "[] | the request must be an object",
                "`` | the request must be an object"
            })
    void whatIsWrongIsSaidWithItsPlaceAndWithoutItsContent(String json, String problem) {
        assertThatThrownBy(() -> ProtoJsonReader.read(json, CreateVolumeRequest.newBuilder()))
                .isInstanceOf(JsonFormatException.class)
                .hasMessage(problem);
    }

    @Test
    void aTimeThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ProtoJsonReader.read("{\"creation_time\": \"today\"}", Snapshot.newBuilder()))
                .hasMessage("creation_time must be a time such as 2026-01-31T12:00:00Z");
    }
}
