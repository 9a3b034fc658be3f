package dev.stowage.driver.shared;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What a storage class says about the directory of a volume, with the parameters of csi-driver-nfs.
///
/// @param subDirectory where it is; otherwise in the directory of the driver
/// @param mode its permissions
/// @param onDelete what happens to it in the end
record ShareVolume(Optional<SubDirectory> subDirectory, int mode, OnDelete onDelete) {
    static final String SUB_DIRECTORY = "subDir";
    static final String CONSISTENCY = "consistency";
    private static final String MODE = "mountPermissions";
    private static final String ON_DELETE = "onDelete";
    private static final Pattern OCTAL = Pattern.compile("0?[0-7]{1,4}");

    static final Set<String> PARAMETERS = Set.of("server", "share", SUB_DIRECTORY, MODE, ON_DELETE, CONSISTENCY);

    /// @param usualMode when the class does not set one; "0" also means that, as in csi-driver-nfs
    static ShareVolume of(NewVolume request, int usualMode) throws CsiException {
        Map<String, String> parameters = request.parameters();
        OnDelete onDelete = OnDelete.of(parameters.getOrDefault(ON_DELETE, OnDelete.DELETE.word()));
        String template = parameters.getOrDefault(SUB_DIRECTORY, "");
        if (template.isEmpty() && onDelete != OnDelete.DELETE) {
            template = request.name(); // what stays must be found by people
        }
        Optional<SubDirectory> subDirectory =
                template.isEmpty() ? Optional.empty() : Optional.of(SubDirectory.of(template, parameters));
        return new ShareVolume(subDirectory, mode(parameters.getOrDefault(MODE, "0"), usualMode), onDelete);
    }

    /// @param usualMode for "0"
    static int mode(String text, int usualMode) throws CsiException {
        if (!OCTAL.matcher(text).matches()) {
            throw CsiException.invalidArgument("parameter mountPermissions must be octal, such as 0770");
        }
        int mode = Integer.parseInt(text, 8);
        return mode == 0 ? usualMode : mode;
    }
}
