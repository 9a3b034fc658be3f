package dev.stowage.kube.secret;

/// A class says where a secret is, and says it wrongly. The message names keys and templates, never a secret's
/// content.
public final class SecretTemplateException extends Exception {
    private static final long serialVersionUID = 1;

    public SecretTemplateException(String message) {
        super(message);
    }
}
