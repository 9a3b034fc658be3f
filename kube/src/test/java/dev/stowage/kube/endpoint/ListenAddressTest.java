package dev.stowage.kube.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {

    @ParameterizedTest
    @CsvSource({":8080, '', 8080", "127.0.0.1:0, 127.0.0.1, 0", "[::1]:9808, ::1, 9808", "localhost:80, localhost, 80"})
    void addressIsReadAsGoReadsIt(String text, String host, int port) {
        assertThat(ListenAddress.parse(text)).isEqualTo(new ListenAddress(host, port));
        assertThat(ListenAddress.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8080", "", "localhost", ":", ":http!", ":65536", ":-1", "::1:80", "a:b:80"})
    void wrongAddressIsRefusedWithTheWayToWriteIt(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ListenAddress.parse(text))
                .withMessageContaining("HOST:PORT");
    }
}
