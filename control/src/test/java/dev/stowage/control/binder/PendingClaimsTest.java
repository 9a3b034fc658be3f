package dev.stowage.control.binder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PendingClaimsTest {
    private final PendingClaims pending = new PendingClaims();

    private static PersistentVolume volume(String words) {
        return PersistentVolume.read(BinderTestObjects.volume(Arrays.asList(words.split(" "))));
    }

    private static PersistentVolumeClaim claim(String words, String made) {
        ObjectNode claim = BinderTestObjects.claim(Arrays.asList(words.split(" ")));
        claim.withObject("/metadata").put("creationTimestamp", made + "-01-01T00:00:00Z");
        return PersistentVolumeClaim.read(claim);
    }

    private String call(String volume) {
        return pending.pollMatching(volume(volume)).map(NamespacedName::name).orElse("nobody");
    }

    @Test
    void oldestClaimThatAVolumeSuitsIsCalledOnce() {
        pending.add(claim("young 1Gi", "2022"));
        pending.add(claim("greedy 9Gi", "2019"));
        pending.add(claim("old 1Gi", "2020"));
        pending.add(claim("other 1Gi class=gold", "2018"));
        assertThat(call("v1 1Gi")).isEqualTo("old");
        assertThat(call("v2 1Gi")).isEqualTo("young");
        assertThat(call("v3 1Gi")).isEqualTo("nobody");
        assertThat(call("v4 10Gi")).isEqualTo("greedy");
        assertThat(call("v5 1Gi class=gold")).isEqualTo("other");
    }

    @Test
    void whoLeftIsNotCalled() {
        pending.add(claim("a 1Gi", "2020"));
        pending.remove(new NamespacedName("ns", "a"));
        assertThat(call("v 1Gi")).isEqualTo("nobody");
    }

    @Test
    void claimThatWaitsStillIsCalledForAnotherVolume() {
        PersistentVolumeClaim waiting = claim("a 1Gi", "2020");
        pending.add(waiting);
        assertThat(call("v1 1Gi")).isEqualTo("a");
        assertThat(pending.pollOffers(new NamespacedName("ns", "a"))).containsExactly("v1");
        assertThat(pending.pollOffers(new NamespacedName("ns", "a"))).isEmpty();
        pending.add(waiting);
        assertThat(call("v2 1Gi")).isEqualTo("a");
    }

    @Test
    void claimThatIsCalledAgainWhileItLooksForgetsNoVolume() {
        PersistentVolumeClaim looking = claim("a 1Gi", "2020");
        pending.add(looking);
        assertThat(call("v1 1Gi")).isEqualTo("a");
        pending.add(looking);
        assertThat(call("v2 1Gi")).isEqualTo("a");
        assertThat(pending.pollOffers(new NamespacedName("ns", "a"))).containsExactly("v1", "v2");
    }

    @Test
    void claimThatSelectsByLabelsIsCalledForThoseOnly() {
        pending.add(claim("a 1Gi select=disk", "2020"));
        assertThat(call("v1 1Gi label=tape")).isEqualTo("nobody");
        assertThat(call("v2 1Gi label=disk")).isEqualTo("a");
    }
}
