package dev.stowage.apiserver.authentication;

import dev.stowage.x509.PrivateFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tokens from a file. They are looked up by their digest, so that the time of a lookup does not reveal how much
/// of a guess is right.
public final class TokenFileAuthenticator {
    private final Map<String, UserInfo> users = new LinkedHashMap<>();

    public void add(String token, UserInfo userInfo) {
        users.put(digest(token), userInfo);
    }

    public Optional<UserInfo> find(String token) {
        return Optional.ofNullable(users.get(digest(token)));
    }

    private static String digest(String token) {
        try {
            byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available", e);
        }
    }

    /// The token in a file that only its owner can read; created if there is none.
    public static String kept(Path file) throws IOException {
        if (Files.exists(file)) {
            String token = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (token.length() < 16) {
                throw new IOException("token in " + file
                        + " is too short: need at least 16 characters (delete the file to generate a new token)");
            }
            return token;
        }
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String token = HexFormat.of().formatHex(random);
        PrivateFile.write(file, token + "\n");
        return token;
    }

    /// Adds the lines of a file: `token,user,uid,"group1,group2"`. The last field may be missing.
    public void addFile(Path file) throws IOException {
        int number = 0;
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            List<String> fields = fields(line);
            if (fields.size() < 3 || fields.get(0).isEmpty() || fields.get(1).isEmpty()) {
                throw new IOException("%s, line %d: expected token,user,uid,\"group1,group2\"".formatted(file, number));
            }
            List<String> groups = new ArrayList<>();
            if (fields.size() > 3 && !fields.get(3).isEmpty()) {
                groups.addAll(List.of(fields.get(3).split(",")));
            }
            groups.add(UserInfo.AUTHENTICATED);
            add(fields.get(0), new UserInfo(fields.get(1), fields.get(2), groups, Map.of()));
        }
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean isQuoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == ',' && !isQuoted) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }
}
