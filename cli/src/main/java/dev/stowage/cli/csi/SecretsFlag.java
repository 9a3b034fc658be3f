package dev.stowage.cli.csi;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.nio.file.Path;

/// The flag for a file with secrets. No flag takes a secret itself, because every user of the machine can read
/// command lines.
record SecretsFlag() implements RequestFlag {

    @Override
    public Filler declare(FlagSet flags) {
        Flag<String> file = flags.value(
                "secrets",
                Flag.FILE,
                "",
                "File with secrets: lines KEY=VALUE, or a JSON object with string values.",
                text -> text);
        return (requestDraft, parsed) -> {
            if (parsed.isSet(file)) {
                Path path = Path.of(parsed.value(file));
                FieldPath.set(requestDraft.request(), "secrets", SecretsFile.read(path, requestDraft.warnings()));
            }
        };
    }
}
