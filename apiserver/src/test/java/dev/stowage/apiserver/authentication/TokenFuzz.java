package dev.stowage.apiserver.authentication;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;

/// A bearer token, which any client may send; and claims, as if they were signed.
public final class TokenFuzz implements FuzzTarget {
    private static final TokenKeys KEYS = keys();

    private static TokenKeys keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new TokenKeys(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String part(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public List<byte[]> seeds() {
        String header = part("{\"alg\":\"ES256\"}");
        return FuzzTarget.texts(
                header + "." + part("{\"sub\":\"x\"}") + "." + "A".repeat(86),
                part("{\"alg\":\"none\"}") + ".e30.",
                """
                {"iss":"i","aud":["a"],"exp":1700000000,"nbf":1700000000,"iat":1.5,"jti":"x","sub":"system:serviceaccount:n:a",
                "kubernetes.io":{"namespace":"n","serviceaccount":{"name":"a","uid":"u"},"pod":{"name":"p"},"warnafter":1}}""");
    }

    @Override
    public List<String> words() {
        return List.of(
                ".", "=", "\"exp\":1e999", "\"aud\":\"x\"", "\"nbf\":", "{", "}", "null", "eyJhbGciOiJFUzI1NiJ9");
    }

    @Override
    public void run(byte[] input) throws Exception {
        try {
            TokenClaims.of(KEYS.open(FuzzTarget.text(input)));
            throw new AssertionError("a token that nobody signed is accepted");
        } catch (TokenException _) {
            // Refused.
        }
        try {
            TokenClaims.of(Json.read(input)).toJson();
        } catch (TokenException | JsonProcessingException _) {
            // Not claims.
        }
    }
}
