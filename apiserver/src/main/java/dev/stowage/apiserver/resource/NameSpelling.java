package dev.stowage.apiserver.resource;

import dev.stowage.k8s.validation.FieldNameValidation;
import dev.stowage.k8s.validation.NameValidation;
import java.util.List;

/// How names, labels and keys are spelled. Each rule returns what is wrong in Kubernetes' own words, or nothing.
public final class NameSpelling {
    private NameSpelling() {}

    public static List<String> label(String value) {
        return NameValidation.dnsLabel(value);
    }

    public static List<String> subdomain(String value) {
        return NameValidation.dnsSubdomain(value);
    }

    public static List<String> label1035(String value) {
        return NameValidation.dns1035Label(value);
    }

    /// Of keys of labels and annotations: a name with a domain before it or not.
    public static List<String> qualifiedName(String value) {
        return NameValidation.qualified(value);
    }

    public static List<String> labelValue(String value) {
        return NameValidation.labelValue(value);
    }

    /// Of keys in config maps and secrets.
    public static List<String> configKey(String value) {
        return FieldNameValidation.configKey(value);
    }

    public static List<String> portName(String value) {
        return FieldNameValidation.port(value);
    }

    public static List<String> pathSegment(String value, boolean prefix) {
        return dev.stowage.k8s.validation.NameValidator.PATH_SEGMENT.violations(value, prefix);
    }
}
