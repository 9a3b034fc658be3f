package dev.stowage.apiserver.authentication;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;

/// Signs claims as compact JSON Web Tokens and verifies its own tokens. The only algorithm is ES256; the
/// algorithm in a token's header is never used.
public final class TokenKeys {
    private static final String ALGORITHM = "ES256";
    /// The two numbers of a signature concatenated, as in JSON Web Tokens.
    private static final String SIGNATURE = "SHA256withECDSAinP1363Format";

    private static final int LONGEST = 16 * 1024;

    private final KeyPair keys;
    private final String id;
    private final String header;

    /// @param keys on the curve P-256
    public TokenKeys(KeyPair keys) {
        this.keys = keys;
        this.id = encoded(digest(keys.getPublic().getEncoded()));
        ObjectNode said = Json.object().put("alg", ALGORITHM).put("kid", id);
        this.header = encoded(Json.write(said));
    }

    static byte[] digest(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available", e);
        }
    }

    String sign(ObjectNode claims) {
        String body = header + "." + encoded(Json.write(claims));
        try {
            Signature signature = Signature.getInstance(SIGNATURE);
            signature.initSign(keys.getPrivate());
            signature.update(body.getBytes(StandardCharsets.US_ASCII));
            return body + "." + encoded(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign with the service account key", e);
        }
    }

    /// The claims of a token that these keys signed.
    ObjectNode open(String token) throws TokenException {
        if (token.length() > LONGEST) {
            throw new TokenException("invalid bearer token");
        }
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            throw new TokenException("invalid bearer token");
        }
        ObjectNode said = object(parts[0]);
        if (!JsonTree.text(said, "alg").equals(ALGORITHM)) {
            throw new TokenException("invalid bearer token");
        }
        if (said.has("kid") && !JsonTree.text(said, "kid").equals(id)) {
            throw new TokenException("invalid signature, no keys found");
        }
        if (!verifies(token.substring(0, token.lastIndexOf('.')), bytes(parts[2]))) {
            throw new TokenException("invalid signature");
        }
        return object(parts[1]);
    }

    private boolean verifies(String body, byte[] signed) {
        try {
            Signature signature = Signature.getInstance(SIGNATURE);
            signature.initVerify(keys.getPublic());
            signature.update(body.getBytes(StandardCharsets.US_ASCII));
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            return false; // not in the format of a signature
        }
    }

    private static ObjectNode object(String part) throws TokenException {
        try {
            JsonNode read = Json.read(bytes(part));
            if (read instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException _) {
            // reported below
        }
        throw new TokenException("invalid bearer token");
    }

    private static byte[] bytes(String part) throws TokenException {
        try {
            return Base64.getUrlDecoder().decode(part);
        } catch (IllegalArgumentException _) {
            throw new TokenException("invalid bearer token");
        }
    }

    private static String encoded(byte[] content) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(content);
    }

    /// The public key, for other verifiers of tokens.
    public byte[] published() {
        ECPublicKey key = (ECPublicKey) keys.getPublic();
        ObjectNode set = Json.object();
        set.putArray("keys")
                .addObject()
                .put("use", "sig")
                .put("kty", "EC")
                .put("kid", id)
                .put("crv", "P-256")
                .put("alg", ALGORITHM)
                .put("x", encoded(coordinate(key.getW().getAffineX())))
                .put("y", encoded(coordinate(key.getW().getAffineY())));
        return Json.write(set);
    }

    private static byte[] coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] whole = new byte[32];
        int length = Math.min(bytes.length, whole.length);
        System.arraycopy(bytes, bytes.length - length, whole, whole.length - length, length);
        return whole;
    }

    /// The OpenID discovery document, which points to [#published].
    ///
    /// @param address host and port of the server
    public static byte[] discovery(String issuer, String address) {
        ObjectNode document =
                Json.object().put("issuer", issuer).put("jwks_uri", "https://" + address + "/openid/v1/jwks");
        document.putArray("response_types_supported").add("id_token");
        document.putArray("subject_types_supported").add("public");
        document.putArray("id_token_signing_alg_values_supported").add(ALGORITHM);
        return Json.write(document);
    }
}
