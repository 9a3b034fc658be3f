package dev.stowage.apiserver.authorization;

/// @param reason why, in words; may be empty
public record AuthorizationDecision(boolean allowed, String reason) {}
