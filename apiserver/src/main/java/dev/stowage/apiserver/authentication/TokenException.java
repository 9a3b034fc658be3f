package dev.stowage.apiserver.authentication;

/// A token is not to be believed. The message says why and holds nothing of the token.
public final class TokenException extends Exception {
    private static final long serialVersionUID = 1;

    public TokenException(String message) {
        super(message);
    }
}
