package dev.stowage.image.debian;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DebianPackageTest {
    private static final String SHOWN = """
            Package: tool
            Source: toolbox (1.0)
            Version: 1.0-2
            Architecture: amd64
            Pre-Depends: libone1 (>= 2.36), libtwo2:any
            Depends: libthree3 (= 1) | libfour4, libone1, python3:any
            Description: a tool
             that goes on
             over lines
            SHA256: abc

            Package: other
            Version: 2
            Architecture: all
            SHA256: def
            """;

    @Test
    void paragraphsBecomePackages() {
        List<DebianPackage> packages = DebianPackage.parse(SHOWN);
        assertThat(packages).extracting(DebianPackage::name).containsExactly("tool", "other");
        assertThat(packages.getFirst().sha256()).isEqualTo("abc");
        assertThat(packages.getFirst().source()).isEqualTo("toolbox");
        assertThat(packages.getLast().source()).isEqualTo("other");
    }

    @Test
    void whatItNeedsIsNamedOnceAndWithoutVersions() {
        assertThat(DebianPackage.parse(SHOWN).getFirst().needs())
                .containsExactly("libone1", "libtwo2", "libthree3", "python3");
    }

    @Test
    void theNoteInTheImageIsWhatScannersRead() {
        assertThat(DebianPackage.parse(SHOWN).getFirst().status()).isEqualTo("""
                        Package: tool
                        Source: toolbox (1.0)
                        Version: 1.0-2
                        Architecture: amd64
                        Status: install ok installed
                        """);
    }
}
