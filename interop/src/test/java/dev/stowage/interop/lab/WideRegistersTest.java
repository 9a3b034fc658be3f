package dev.stowage.interop.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WideRegistersTest {

    @ParameterizedTest
    @CsvSource({
        "'flags\t\t: fpu avx512f amx_bf16 amx_tile amx_int8', true",
        "'flags\t\t: fpu sse avx2 avx512f', false",
        "'model name\t: amx_tile\nflags\t\t: fpu', false"
    })
    void onlyAProcessorWithAmxHasThem(String cpuinfo, boolean wide) {
        assertThat(WideRegisters.in(cpuinfo)).isEqualTo(wide);
    }
}
