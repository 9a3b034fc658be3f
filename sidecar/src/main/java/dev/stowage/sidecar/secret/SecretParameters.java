package dev.stowage.sidecar.secret;

import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.kube.secret.SecretTemplate;
import dev.stowage.kube.secret.SecretTemplateException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The parameters of a class that say where the secret for one sort of call is.
///
/// @param title as messages have it
/// @param name the key of the secret's name
/// @param namespace the key of the secret's namespace
/// @param oldName the key from before there was a prefix; empty when there was none
/// @param oldNamespace likewise
public record SecretParameters(String title, String name, String namespace, String oldName, String oldNamespace) {

    private static final String ANNOTATION = "pvc.annotations['";
    private static final String ANNOTATION_END = "']";

    /// The default for calls without their own secret.
    private static final SecretParameters DEFAULT = of("Default", "secret", "");

    public static final SecretParameters PROVISIONER = of("Provisioner", "provisioner-secret", "csiProvisionerSecret");
    public static final SecretParameters CONTROLLER_PUBLISH =
            of("ControllerPublish", "controller-publish-secret", "csiControllerPublishSecret");
    public static final SecretParameters NODE_STAGE = of("NodeStage", "node-stage-secret", "csiNodeStageSecret");
    public static final SecretParameters NODE_PUBLISH =
            of("NodePublish", "node-publish-secret", "csiNodePublishSecret");
    public static final SecretParameters CONTROLLER_EXPAND = of("ControllerExpand", "controller-expand-secret", "");
    public static final SecretParameters NODE_EXPAND = of("NodeExpand", "node-expand-secret", "");
    public static final SecretParameters CONTROLLER_MODIFY = of("ControllerModify", "controller-modify-secret", "");

    /// @param key without prefix and ending, for example `provisioner-secret`
    /// @param old without ending; empty when there was none
    public static SecretParameters of(String title, String key, String old) {
        return new SecretParameters(
                title,
                CsiKeys.PREFIX + key + "-name",
                CsiKeys.PREFIX + key + "-namespace",
                old.isEmpty() ? "" : old + "Name",
                old.isEmpty() ? "" : old + "Namespace");
    }

    /// Whether this is a key of a StorageClass for the sidecars and not for the driver.
    public static boolean isKnown(String parameter) {
        return Stream.of(
                        DEFAULT,
                        PROVISIONER,
                        CONTROLLER_PUBLISH,
                        NODE_STAGE,
                        NODE_PUBLISH,
                        CONTROLLER_EXPAND,
                        NODE_EXPAND,
                        CONTROLLER_MODIFY)
                .anyMatch(keys ->
                        keys.name().equals(parameter) || keys.namespace().equals(parameter));
    }

    /// The annotations of a claim that the secret names of a class may depend on.
    public static Set<String> claimAnnotations(Map<String, String> parameters) {
        return parameters.values().stream()
                .flatMap(template -> SecretTemplate.tokens(template).stream())
                .filter(token -> token.startsWith(ANNOTATION))
                .map(token -> token.substring(ANNOTATION.length()))
                .filter(rest -> rest.endsWith(ANNOTATION_END))
                .map(rest -> rest.substring(0, rest.length() - ANNOTATION_END.length()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The values for the templates.
    ///
    /// @param annotations of the claim; its user writes them, so only names may depend on them
    public record TemplateValues(String volume, String claimNamespace, String claim, Map<String, String> annotations) {

        Map<String, String> forNamespace() {
            return Map.of("pv.name", volume, "pvc.namespace", claimNamespace);
        }

        Map<String, String> forName() {
            Map<String, String> tokens = new HashMap<>(forNamespace());
            tokens.put("pvc.name", claim);
            annotations.forEach((key, value) -> tokens.put(ANNOTATION + key + ANNOTATION_END, value));
            return tokens;
        }
    }

    private record Templates(String name, String namespace) {}

    /// The reference to the secret, which may not exist.
    ///
    /// @return null when the class names none
    public @Nullable SecretReference resolve(Map<String, String> parameters, TemplateValues templateValues)
            throws SecretTemplateException {
        Templates templates = templates(parameters, "failed to get name and namespace template from params: ");
        if (templates == null) {
            templates =
                    DEFAULT.templates(parameters, "failed to get default name and namespace template from params: ");
        }
        return templates == null
                ? null
                : new SecretReference(
                        SecretTemplate.namespace(templates.namespace(), templateValues.forNamespace()),
                        SecretTemplate.name(templates.name(), templateValues.forName()));
    }

    private @Nullable Templates templates(Map<String, String> parameters, String context)
            throws SecretTemplateException {
        String newName = parameters.get(name);
        String newNamespace = parameters.get(namespace);
        String agedName = oldName.isEmpty() ? null : parameters.get(oldName);
        String agedNamespace = oldNamespace.isEmpty() ? null : parameters.get(oldNamespace);
        if ((newName != null && agedName != null) || (newNamespace != null && agedNamespace != null)) {
            throw new SecretTemplateException(context + title
                    + " secrets specified in parameters with both \"csi\" and \"" + CsiKeys.PREFIX + "\" keys");
        }
        String foundName = newName == null ? agedName : newName;
        String foundNamespace = newNamespace == null ? agedNamespace : newNamespace;
        if (foundName == null && foundNamespace == null) {
            return null;
        }
        if (foundName == null || foundNamespace == null) {
            throw new SecretTemplateException(
                    context + "either name and namespace for " + title + " secrets specified, Both must be specified");
        }
        if (foundName.isEmpty() || foundNamespace.isEmpty()) {
            throw new SecretTemplateException(context + title
                    + " secrets specified in parameters but value of either namespace or name is empty");
        }
        return new Templates(foundName, foundNamespace);
    }
}
