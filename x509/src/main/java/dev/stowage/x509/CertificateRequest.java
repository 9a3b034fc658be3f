package dev.stowage.x509;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Arrays;
import java.util.List;

/// A request for a certificate (PKCS#10), as CertificateSigningRequests contain it. Only keys on the curve P-256
/// are read.
///
/// @param key proven to belong to the sender
/// @param hasAttributes whether it asks for more than a name, such as host names
public record CertificateRequest(SubjectName subject, PublicKey key, boolean hasAttributes) {
    private static final String LABEL = "CERTIFICATE REQUEST";
    private static final int ATTRIBUTES = 0xa0;

    /// Writes a request for the name of the profile, in PEM. The signer decides on everything else.
    public static String of(CertificateProfile profile, KeyPair keys) throws GeneralSecurityException {
        byte[] body = DerEncoder.sequence(
                DerEncoder.integer(BigInteger.ZERO),
                CertificateSigner.name(profile),
                keys.getPublic().getEncoded(),
                DerEncoder.explicit(0, new byte[0]));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(body);
        byte[] whole =
                DerEncoder.sequence(body, CertificateSigner.ECDSA_WITH_SHA256, DerEncoder.bits(0, signature.sign()));
        return PemEncoding.block(LABEL, whole);
    }

    /// Reads a request and checks its signature.
    ///
    /// @throws GeneralSecurityException the message says what is wrong, and repeats nothing of the request
    public static CertificateRequest parse(String pem) throws GeneralSecurityException {
        List<PemEncoding.Block> blocks = PemEncoding.blocks(pem);
        if (blocks.size() != 1 || !blocks.getFirst().label().equals(LABEL)) {
            throw new GeneralSecurityException("there is not exactly one certificate request in PEM format");
        }
        DerReader outside = new DerReader(blocks.getFirst().content());
        DerReader parts = outside.inside(DerReader.SEQUENCE);
        outside.requireEnd();
        byte[] body = parts.whole(DerReader.SEQUENCE);
        byte[] algorithm = parts.whole(DerReader.SEQUENCE);
        byte[] bits = parts.content(DerReader.BITS);
        parts.requireEnd();
        DerReader fields = new DerReader(body).inside(DerReader.SEQUENCE);
        if (!Arrays.equals(fields.content(DerReader.INTEGER), new byte[] {0})) {
            throw new GeneralSecurityException("the version of the certificate request is not supported");
        }
        SubjectName subject = SubjectName.read(fields.whole(DerReader.SEQUENCE));
        PublicKey key = EcKeys.publicKey(fields.whole(DerReader.SEQUENCE));
        boolean hasAttributes = fields.hasMore() && fields.inside(ATTRIBUTES).hasMore();
        fields.requireEnd();
        verify(key, body, algorithm, bits);
        return new CertificateRequest(subject, key, hasAttributes);
    }

    private static void verify(PublicKey key, byte[] body, byte[] algorithm, byte[] bits)
            throws GeneralSecurityException {
        if (!Arrays.equals(algorithm, CertificateSigner.ECDSA_WITH_SHA256) || bits.length < 2 || bits[0] != 0) {
            throw new GeneralSecurityException("the certificate request is not signed with ECDSA and SHA-256");
        }
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initVerify(key);
        signature.update(body);
        boolean isValid;
        try {
            isValid = signature.verify(bits, 1, bits.length - 1);
        } catch (SignatureException e) {
            throw new GeneralSecurityException("the signature of the certificate request cannot be read", e);
        }
        if (!isValid) {
            throw new GeneralSecurityException("the certificate request is not signed with its own key");
        }
    }
}
