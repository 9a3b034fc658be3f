package dev.stowage.kube.secret;

/// The reference to a secret in a class is invalid. The message names keys and templates, never a secret's
/// content.
public final class SecretTemplateException extends Exception {
    private static final long serialVersionUID = 1;

    public SecretTemplateException(String message) {
        super(message);
    }
}
