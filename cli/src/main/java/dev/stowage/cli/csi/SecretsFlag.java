package dev.stowage.cli.csi;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.nio.file.Path;

/// The flag that names a file with secrets. There is none that takes a secret itself: everybody on the machine
/// can read
/// a command line.
record SecretsFlag() implements RequestFlag {

    @Override
    public Filler declare(FlagSet flags) {
        Flag<String> file = flags.value(
                "secrets",
                "FILE",
                "",
                "File with the secrets: lines KEY=VALUE, or one JSON object of texts.",
                text -> text);
        return (requestDraft, parsed) -> {
            if (parsed.isSet(file)) {
                Path path = Path.of(parsed.value(file));
                FieldPath.set(requestDraft.request(), "secrets", SecretsFile.read(path, requestDraft.warnings()));
            }
        };
    }
}
