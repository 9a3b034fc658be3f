package dev.stowage.kube.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretTemplateTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a${x}b | a<x>b",
                "$x-y | <x>-y",
                "a$ | a$",
                "a$-b | a<->b",
                "a$.b | a$.b",
                "${}x | x",
                "${x | x",
                "$$ | <$>",
                "${$}1 | <$>1",
                "$1x | <1>x",
            })
    void templatesAreExpandedAsTheShellDoes(String template, String expected) {
        assertThat(SecretTemplate.expand(template, name -> "<" + name + ">")).isEqualTo(expected);
    }
}
