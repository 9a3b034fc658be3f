package dev.stowage.apiserver.auth;

/// @param reason why, in words; may be empty
public record Decision(boolean allowed, String reason) {}
