package dev.stowage.control.bind;

import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Pod;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.List;
import java.util.Optional;

/// The objects that a binder looks at: of a cluster, or of a simulated one.
public interface View {

    Optional<Claim> claim(Key key);

    Optional<Volume> volume(String name);

    /// As the server has it now: for when our own memory would let us give something up.
    Optional<Claim> claimNow(Key key) throws ApiFailure, InterruptedException;

    Optional<Volume> volumeNow(String name) throws ApiFailure, InterruptedException;

    /// The volumes that point to a claim of that name.
    List<Volume> reservedFor(Key claim);

    Optional<StorageClass> storageClass(String name);

    Optional<StorageClass> defaultClass();

    /// The pods that use a claim.
    List<Pod> users(Key claim);
}
