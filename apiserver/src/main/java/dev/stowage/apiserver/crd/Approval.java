package dev.stowage.apiserver.crd;

import static dev.stowage.apiserver.failure.Problems.quoted;

import dev.stowage.apiserver.crd.Conditions.Condition;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Tree;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// Definitions in the groups of Kubernetes itself have to say who has approved them.
record Approval(State state, String reason) {
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

    static Approval of(Definition definition) {
        String text = annotation(definition);
        if (text.isEmpty()) {
            return new Approval(
                    State.MISSING,
                    "protected groups must have approval annotation %s, %s".formatted(quoted(ANNOTATION), SEE));
        }
        if (text.startsWith("unapproved")) {
            return new Approval(State.BYPASSED, "not approved: " + quoted(text));
        }
        if (isAddress(text)) {
            return new Approval(State.APPROVED, "approved in " + text);
        }
        return new Approval(
                State.INVALID,
                "protected groups must have approval annotation %s with either a URL or a reason starting with \"unapproved\", %s"
                        .formatted(quoted(ANNOTATION), SEE));
    }

    private static String annotation(Definition definition) {
        return Tree.text(definition.tree(), "metadata", "annotations", ANNOTATION);
    }

    private static boolean isAddress(String text) {
        try {
            URI uri = new URI(text);
            return uri.getScheme() != null && uri.getHost() != null;
        } catch (URISyntaxException _) {
            return false;
        }
    }

    static void validate(Definition definition, Problems problems) {
        if (!isNeeded(definition.group())) {
            return;
        }
        Approval approval = of(definition);
        switch (approval.state()) {
            case MISSING -> problems.required(FIELD, approval.reason());
            case INVALID -> problems.invalid(FIELD, quoted(annotation(definition)), approval.reason());
            case APPROVED, BYPASSED -> {}
        }
    }

    static void validateUpdate(Definition definition, Definition old, Problems problems) {
        if (of(old).state() != of(definition).state()) {
            validate(definition, problems);
        }
    }

    /// What the status says about it; nothing for other groups.
    static Optional<Condition> condition(Definition definition) {
        if (!isNeeded(definition.group())) {
            return Optional.empty();
        }
        Approval approval = of(definition);
        String why = switch (approval.state()) {
            case MISSING -> "MissingAnnotation";
            case INVALID -> "InvalidAnnotation";
            case APPROVED -> "ApprovedAnnotation";
            case BYPASSED -> "UnapprovedAnnotation";
        };
        String status = approval.state() == State.APPROVED ? "True" : "False";
        return Optional.of(new Condition("KubernetesAPIApprovalPolicyConformant", status, why, approval.reason()));
    }
}
