package dev.stowage.explain.doctor;

/// What one check found.
///
/// @param name scripts read it: `mounts-answer`
/// @param text one sentence: what was seen, on which object
/// @param remedy what to do; empty when there is nothing to do
public record Check(String name, Grade grade, String text, String remedy) {

    public static Check ok(String name, String text) {
        return new Check(name, Grade.OK, text, "");
    }

    public static Check note(String name, String text, String remedy) {
        return new Check(name, Grade.NOTE, text, remedy);
    }

    public static Check warn(String name, String text, String remedy) {
        return new Check(name, Grade.WARN, text, remedy);
    }

    public static Check bad(String name, String text, String remedy) {
        return new Check(name, Grade.BAD, text, remedy);
    }
}
