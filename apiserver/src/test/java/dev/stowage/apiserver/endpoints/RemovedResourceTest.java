package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ServedResources;
import dev.stowage.apiserver.storage.StorageOptions;
import dev.stowage.kubetypes.Schema;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RemovedResourceTest {

    /// Removes its own resource when a request has found it and is about to be answered.
    private record VanishingSchemas(ServedResources servedResources) implements ResourceDescriptor.Schemas {
        @Override
        public Schema of(String version) {
            return new Schema.AnyJson();
        }

        @Override
        public Optional<String> deprecation(String version) {
            servedResources.remove("example.com", "boats");
            return Optional.empty();
        }
    }

    @Test
    void aWatchOfAResourceThatIsRemovedAtThatMomentEnds(@TempDir Path data) throws Exception {
        try (TestServer server = TestServer.start(data, 0, StorageOptions.standard());
                HttpClient client = HttpClient.newHttpClient()) {
            server.servedResources()
                    .put(ResourceBuilder.resource(
                                    "example.com", "Boat", "boats", new VanishingSchemas(server.servedResources()))
                            .done());
            HttpRequest watch = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.port() + "/apis/example.com/v1/boats?watch=true"))
                    .timeout(Duration.ofMinutes(1))
                    .build();
            HttpResponse<String> answer = client.send(watch, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(404);
            await().until(() -> server.lasting() == 0);
        }
    }
}
