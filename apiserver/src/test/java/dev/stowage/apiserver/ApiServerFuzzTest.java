package dev.stowage.apiserver;

import dev.stowage.apiserver.apiextensions.DefinitionFuzz;
import dev.stowage.apiserver.authentication.TokenFuzz;
import dev.stowage.apiserver.endpoints.RequestInfoFuzz;
import dev.stowage.apiserver.json.JsonPathFuzz;
import dev.stowage.apiserver.managedfields.ServerSideApplyFuzz;
import dev.stowage.apiserver.patch.PatchFuzz;
import dev.stowage.apiserver.protobuf.ProtobufBodyFuzz;
import dev.stowage.apiserver.schema.JsonBodyFuzz;
import dev.stowage.apiserver.schema.YamlBodyFuzz;
import dev.stowage.apiserver.selectors.FieldSelectorFuzz;
import dev.stowage.testing.fuzz.FuzzTests;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class ApiServerFuzzTest {

    @TestFactory
    Stream<DynamicTest> everyInputIsHandled() {
        return FuzzTests.of(
                new JsonBodyFuzz(),
                new YamlBodyFuzz(),
                new ProtobufBodyFuzz(),
                new PatchFuzz(),
                new ServerSideApplyFuzz(),
                new DefinitionFuzz(),
                new FieldSelectorFuzz(),
                new JsonPathFuzz(),
                new TokenFuzz(),
                new RequestInfoFuzz());
    }
}
