package dev.stowage.explain.cause.bind;

import dev.stowage.explain.cause.Situation;
import java.util.List;

/// All situations of this package.
public final class Bindings {
    public static final List<Situation> ALL = List.of(
            new NoClass(),
            new ClassMissing(),
            new FirstConsumer(),
            new ProvisionerSilent(),
            new StaticVolumes(),
            new TopologyMismatch(),
            new Unsupported(),
            new MakingPod(),
            new ProvisioningFailed(List.of(new TopologyMismatch(), new Unsupported(), new MakingPod())),
            new VolumeTaken(),
            new Released(),
            new VolumeLost());

    private Bindings() {}
}
