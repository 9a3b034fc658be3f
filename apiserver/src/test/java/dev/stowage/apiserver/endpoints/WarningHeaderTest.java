package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// kubectl shows the header `Warning` as "Warning: …".
final class WarningHeaderTest extends TestServerFixture {
    private static final String POLICIES = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    private static final String POLICY = "{\"metadata\":{\"name\":\"none\"},\"spec\":{\"podSelector\":{}}}";
    private static final String EXPECTED =
            "299 - \"NetworkPolicy is stored but has no effect: Stowage does not restrict the traffic of pods\"";

    @BeforeEach
    void createNamespace() throws Exception {
        send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"default\"}}");
    }

    @Test
    void aWriteOfAKindWithoutEffectIsAnsweredWithAWarning() throws Exception {
        HttpResponse<String> created = send("POST", POLICIES, POLICY);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().allValues("Warning")).containsExactly(EXPECTED);

        assertThat(send("PUT", POLICIES + "/none", POLICY).headers().allValues("Warning"))
                .containsExactly(EXPECTED);
        assertThat(send("PATCH", POLICIES + "/none", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                        .headers()
                        .allValues("Warning"))
                .containsExactly(EXPECTED);
    }

    @Test
    void readingDeletingAndOtherKindsHaveNoWarning() throws Exception {
        send("POST", POLICIES, POLICY);

        assertThat(send("GET", POLICIES + "/none", "").headers().allValues("Warning"))
                .isEmpty();
        assertThat(send("DELETE", POLICIES + "/none", "").headers().allValues("Warning"))
                .isEmpty();
        HttpResponse<String> map =
                send("POST", "/api/v1/namespaces/default/configmaps", "{\"metadata\":{\"name\":\"m\"}}");
        assertThat(map.statusCode()).isEqualTo(201);
        assertThat(map.headers().allValues("Warning")).isEmpty();
    }
}
