package dev.stowage.explain.cause;

/// A suggested action.
///
/// @param why what it does, one sentence
/// @param command to paste; empty when there is none
/// @param risk what may be lost; empty for a safe action
public record Remedy(String why, String command, String risk) {

    public static Remedy safe(String why, String command) {
        return new Remedy(why, command, "");
    }

    /// An action without a command.
    public static Remedy advice(String why) {
        return new Remedy(why, "", "");
    }

    public static Remedy dangerous(String why, String command, String risk) {
        return new Remedy(why, command, risk);
    }

    public boolean isDangerous() {
        return !risk.isEmpty();
    }
}
