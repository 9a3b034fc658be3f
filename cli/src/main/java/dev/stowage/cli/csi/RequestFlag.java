package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.util.function.Consumer;

/// Something of a request that the command line can give.
sealed interface RequestFlag permits FieldFlag, VolumeCapabilityFlags, SecretsFlag {

    /// Declares the flags; the result sets their values in the request.
    Filler declare(FlagSet flags);

    @FunctionalInterface
    interface Filler {
        void fill(RequestDraft requestDraft, ParsedFlags parsed);
    }

    /// A request in the making.
    ///
    /// @param whole the request came as JSON: flags override it, but no defaults are added
    /// @param warnings for the person at the terminal
    record RequestDraft(Message.Builder request, boolean whole, Consumer<String> warnings) {}
}
