package dev.stowage.k8s.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NameValidationTest {
    private static final String NO_LABEL =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and "
                    + "end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
                    + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String NO_SUBDOMAIN =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
                    + "start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
                    + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String NO_NAME_PART =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
                    + "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation "
                    + "is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "a-b", "a.b", "1.2.3", "a--b", "abc.example.com"})
    void aSubdomainIsTaken(String name) {
        assertThat(NameValidation.dnsSubdomain(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "-a", "a-", ".a", "a.", "a..b", "a_b", "a b", "ä", "a.-b"})
    void aNameThatIsNotASubdomainIsRefusedWithThePattern(String name) {
        assertThat(NameValidation.dnsSubdomain(name)).containsExactly(NO_SUBDOMAIN);
    }

    @Test
    void aLabelHasNoDots() {
        assertThat(NameValidation.dnsLabel("a-b")).isEmpty();
        assertThat(NameValidation.dnsLabel("a.b")).containsExactly("must not contain dots");
        assertThat(NameValidation.dnsLabel("A")).containsExactly(NO_LABEL);
        assertThat(NameValidation.dnsLabel("")).containsExactly(NO_LABEL);
    }

    @Test
    void aNameThatIsTooLongIsRefused() {
        assertThat(NameValidation.dnsLabel("a".repeat(64))).containsExactly("must be no more than 63 characters");
        assertThat(NameValidation.dnsSubdomain("a".repeat(254))).containsExactly("must be no more than 253 characters");
        assertThat(NameValidation.labelValue("a".repeat(64))).containsExactly("must be no more than 63 bytes");
        assertThat(NameValidation.qualified("a".repeat(64))).containsExactly("name part must be no more than 63 bytes");
    }

    @Test
    void aHugeNameIsAnswered() {
        assertThat(NameValidation.dnsSubdomain("a.".repeat(1_000_000) + "a")).hasSize(1);
    }

    @Test
    void aDns1035LabelStartsWithALetter() {
        assertThat(NameValidation.dns1035Label("a1")).isEmpty();
        assertThat(NameValidation.dns1035Label("1a"))
                .containsExactly("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start "
                        + "with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or "
                        + "'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A_b.c-d", "example.com/name", "kubernetes.io/pvc-protection"})
    void aQualifiedNameIsTaken(String key) {
        assertThat(NameValidation.qualified(key)).isEmpty();
    }

    @Test
    void eachPartOfAQualifiedNameIsChecked() {
        assertThat(NameValidation.qualified("")).containsExactly("name part must be non-empty", NO_NAME_PART);
        assertThat(NameValidation.qualified("/a")).containsExactly("prefix part must be non-empty");
        assertThat(NameValidation.qualified("A.b/a")).containsExactly("prefix part " + NO_SUBDOMAIN);
        assertThat(NameValidation.qualified("a/b/c"))
                .singleElement()
                .asString()
                .startsWith("a valid label key must consist of");
    }

    @Test
    void aLabelMayBeEmpty() {
        assertThat(NameValidation.labelValue("")).isEmpty();
        assertThat(NameValidation.labelValue("a b"))
                .containsExactly("a valid label must be an empty string or consist of alphanumeric characters, '-', "
                        + "'_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "
                        + "'my_value',  or '12345', regex used for validation is "
                        + "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }

    @Test
    void aNameThatWillGrowMayEndInADash() {
        assertThat(NameValidator.DNS_SUBDOMAIN.violations("web-", true)).isEmpty();
        assertThat(NameValidator.DNS_SUBDOMAIN.violations("web-", false)).containsExactly(NO_SUBDOMAIN);
    }

    @Test
    void aPathSegmentCannotBeTheParent() {
        assertThat(NameValidator.PATH_SEGMENT.violations("..", false)).containsExactly("may not be '..'");
        assertThat(NameValidator.PATH_SEGMENT.violations("a/%", false))
                .containsExactly("may not contain '/'", "may not contain '%'");
        assertThat(NameValidator.PATH_SEGMENT.violations("system:node:A", false))
                .isEmpty();
    }
}
