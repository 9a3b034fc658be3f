package dev.stowage.http;

import dev.stowage.http.message.ResponseFuzz;
import dev.stowage.http.server.RequestHeadFuzz;
import dev.stowage.http.stream.SpdyConnectionFuzz;
import dev.stowage.http.stream.WebSocketConnectionFuzz;
import dev.stowage.testing.fuzz.FuzzTests;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

final class HttpFuzzTest {

    @TestFactory
    Stream<DynamicTest> everyInputIsHandled() {
        return FuzzTests.of(
                new RequestHeadFuzz(), new ResponseFuzz(), new SpdyConnectionFuzz(), new WebSocketConnectionFuzz());
    }
}
