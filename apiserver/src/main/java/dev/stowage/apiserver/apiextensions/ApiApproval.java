package dev.stowage.apiserver.apiextensions;

import static dev.stowage.apiserver.errors.FieldErrors.quoted;

import dev.stowage.apiserver.apiextensions.DefinitionConditions.Condition;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// CustomResourceDefinitions in the API groups of Kubernetes need an approval annotation.
record ApiApproval(State state, String reason) {
    private static final String ANNOTATION = "api-approved.kubernetes.io";
    private static final String FIELD = "metadata.annotations[" + ANNOTATION + "]";
    private static final String SEE = "see https://github.com/kubernetes/enhancements/pull/1111";

    enum State {
        MISSING,
        BYPASSED,
        APPROVED,
        INVALID
    }

    static boolean isNeeded(String group) {
        return group.equals("k8s.io")
                || group.endsWith(".k8s.io")
                || group.equals("kubernetes.io")
                || group.endsWith(".kubernetes.io");
    }

    static ApiApproval of(CustomResourceDefinition customResourceDefinition) {
        String text = annotation(customResourceDefinition);
        if (text.isEmpty()) {
            return new ApiApproval(
                    State.MISSING,
                    "protected groups must have approval annotation %s, %s".formatted(quoted(ANNOTATION), SEE));
        }
        if (text.startsWith("unapproved")) {
            return new ApiApproval(State.BYPASSED, "not approved: " + quoted(text));
        }
        if (isAddress(text)) {
            return new ApiApproval(State.APPROVED, "approved in " + text);
        }
        return new ApiApproval(
                State.INVALID,
                "protected groups must have approval annotation %s with either a URL or a reason starting with \"unapproved\", %s"
                        .formatted(quoted(ANNOTATION), SEE));
    }

    private static String annotation(CustomResourceDefinition customResourceDefinition) {
        return JsonTree.text(customResourceDefinition.tree(), "metadata", "annotations", ANNOTATION);
    }

    private static boolean isAddress(String text) {
        try {
            URI uri = new URI(text);
            return uri.getScheme() != null && uri.getHost() != null;
        } catch (URISyntaxException _) {
            return false;
        }
    }

    static void validate(CustomResourceDefinition customResourceDefinition, FieldErrors fieldErrors) {
        if (!isNeeded(customResourceDefinition.group())) {
            return;
        }
        ApiApproval apiApproval = of(customResourceDefinition);
        switch (apiApproval.state()) {
            case MISSING -> fieldErrors.required(FIELD, apiApproval.reason());
            case INVALID ->
                fieldErrors.invalid(FIELD, quoted(annotation(customResourceDefinition)), apiApproval.reason());
            case APPROVED, BYPASSED -> {}
        }
    }

    static void validateUpdate(
            CustomResourceDefinition customResourceDefinition, CustomResourceDefinition old, FieldErrors fieldErrors) {
        if (of(old).state() != of(customResourceDefinition).state()) {
            validate(customResourceDefinition, fieldErrors);
        }
    }

    /// The condition in the status; empty for other groups.
    static Optional<Condition> condition(CustomResourceDefinition customResourceDefinition) {
        if (!isNeeded(customResourceDefinition.group())) {
            return Optional.empty();
        }
        ApiApproval apiApproval = of(customResourceDefinition);
        String why = switch (apiApproval.state()) {
            case MISSING -> "MissingAnnotation";
            case INVALID -> "InvalidAnnotation";
            case APPROVED -> "ApprovedAnnotation";
            case BYPASSED -> "UnapprovedAnnotation";
        };
        String status = apiApproval.state() == State.APPROVED ? "True" : "False";
        return Optional.of(new Condition("KubernetesAPIApprovalPolicyConformant", status, why, apiApproval.reason()));
    }
}
