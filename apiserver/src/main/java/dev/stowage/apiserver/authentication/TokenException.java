package dev.stowage.apiserver.authentication;

/// A token is invalid. The message says why and contains no part of the token.
public final class TokenException extends Exception {
    private static final long serialVersionUID = 1;

    public TokenException(String message) {
        super(message);
    }
}
