package dev.stowage.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.client.Patch;
import dev.stowage.node.pod.NodePod;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class NodeLogsTest {
    private static final String LOG = """
            2026-01-01T00:00:00.1Z stdout F one
            2026-01-01T00:00:01.123456789Z stderr F two
            2026-01-01T00:00:02Z stdout P thr
            2026-01-01T00:00:02Z stdout F ee
            2026-01-01T00:00:03Z stdout F four
            """;

    @TempDir
    private static Path folder;

    private static NodeServerFixture fixture;
    private static HttpClient client;

    @BeforeAll
    static void open() throws Exception {
        fixture = new NodeServerFixture(folder);
        client = fixture.administrator();
        NodePod pod = fixture.pod("written");
        Path log = Files.writeString(folder.resolve("written.log"), LOG);
        fixture.runtime.put(pod, "main", fixture.ended(pod, log));
    }

    @AfterAll
    static void close() throws Exception {
        fixture.close();
    }

    private static String log(String pod, String query) throws Exception {
        return NodeServerFixture.get(
                        client, fixture.throughApi("/api/v1/namespaces/default/pods/" + pod + "/log" + query))
                .body();
    }

    static Stream<Arguments> wishes() {
        return Stream.of(
                Arguments.of("", "one\ntwo\nthree\nfour\n"),
                Arguments.of("?tailLines=2", "ee\nfour\n"),
                Arguments.of("?tailLines=0", ""),
                Arguments.of("?tailLines=99", "one\ntwo\nthree\nfour\n"),
                Arguments.of("?limitBytes=6", "one\ntw"),
                Arguments.of("?stream=Stderr", "two\n"),
                Arguments.of("?stream=Stdout", "one\nthree\nfour\n"),
                Arguments.of("?sinceTime=2026-01-01T00:00:02Z", "three\nfour\n"),
                Arguments.of("?sinceSeconds=60", ""),
                Arguments.of("?timestamps=true", """
                        2026-01-01T00:00:00.100000000Z one
                        2026-01-01T00:00:01.123456789Z two
                        2026-01-01T00:00:02.000000000Z three
                        2026-01-01T00:00:03.000000000Z four
                        """));
    }

    @ParameterizedTest
    @MethodSource("wishes")
    void aLogIsReadAsAsked(String query, String expected) throws Exception {
        assertThat(log("written", query)).isEqualTo(expected);
    }

    @Test
    void aFollowedLogComesLineByLineAndEndsWithTheContainer() throws Exception {
        NodePod pod = fixture.pod("followed");
        Path log = Files.writeString(folder.resolve("followed.log"), "2026-01-01T00:00:00Z stdout F first\n");
        fixture.runtime.put(pod, "main", fixture.running(pod, log));
        HttpRequest request = HttpRequest.newBuilder(
                        fixture.throughApi("/api/v1/namespaces/default/pods/followed/log?follow=true"))
                .build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("first");
            Files.writeString(log, "2026-01-01T00:00:01Z stdout F second\n", StandardOpenOption.APPEND);
            assertThat(lines.readLine()).isEqualTo("second");
            Files.writeString(log, "2026-01-01T00:00:01Z stdout F la", StandardOpenOption.APPEND);
            Files.writeString(log, "st\n", StandardOpenOption.APPEND);
            assertThat(lines.readLine()).isEqualTo("last");
            fixture.runtime.put(pod, "main", fixture.ended(pod, log));
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void theLogOfTheContainerBeforeIsAnother() throws Exception {
        NodePod pod = fixture.pod("again");
        assertThat(log("again", "?previous=true"))
                .contains("previous terminated container \\\"main\\\" in pod \\\"again\\\" not found");
        Path log = Files.writeString(folder.resolve("before.log"), "2026-01-01T00:00:00Z stdout F before\n");
        fixture.runtime.put(pod, "previous main", fixture.ended(pod, log));
        assertThat(log("again", "?previous=true")).isEqualTo("before\n");
    }

    @Test
    void aContainerThatWaitsHasNoLogAndSaysWhy() throws Exception {
        NodePod pod = fixture.pod("waits");
        assertThat(log("waits", "")).contains("container \\\"main\\\" in pod \\\"waits\\\" is not available");
        fixture.runtime.put(fixture.api.patch(
                NodePod.KIND,
                "default",
                pod.meta().name(),
                Patch.merge(NodeServerFixture.json(
                                "{'status':{'containerStatuses':[{'name':'main','image':'x','imageID':'x',"
                                        + "'ready':false,'restartCount':0,"
                                        + "'state':{'waiting':{'reason':'ContainerCreating'}}}]}}"))
                        .status()));
        assertThat(log("waits", ""))
                .contains("container \\\"main\\\" in pod \\\"waits\\\" is waiting to start: ContainerCreating");
    }

    @ParameterizedTest
    @CsvSource({
        "/containerLogs/default/nobody/main, 404, pod \"nobody\" does not exist",
        "/containerLogs/default/written/other, 404, container \"other\" not found in pod \"written\"",
        "/containerLogs/default/written/main?tailLines=x, 400, {\"message\": \"Unable to decode query.\"}",
        "/containerLogs/default/written/main?tailLines=-1, 422, {\"message\": \"Invalid request.\"}",
        "/containerLogs/default/written, 404, 404 page not found",
        "/nothing, 404, 404 page not found"
    })
    void whatCannotBeReadIsRefusedInWords(String path, int status, String words) throws Exception {
        HttpResponse<String> answer = NodeServerFixture.get(client, fixture.direct(path));
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(words);
    }
}
