package dev.stowage.interop.cluster;

import java.util.List;

/// The Kubernetes controllers that ours can replace.
public final class UpstreamVolumeControllers {

    /// By their names in kube-controller-manager.
    private static final List<String> NAMES = List.of(
            "persistentvolume-binder-controller",
            "persistentvolume-attach-detach-controller",
            "persistentvolume-expander-controller",
            "persistentvolumeclaim-protection-controller",
            "persistentvolume-protection-controller",
            "volumeattributesclass-protection-controller",
            "ephemeral-volume-controller");

    private UpstreamVolumeControllers() {}

    /// In the format of kube-controller-manager's `--controllers`, after `*`.
    public static String disabled() {
        return ",-" + String.join(",-", NAMES);
    }
}
