package dev.stowage.apiserver.accesscontrol;

import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.k8s.names.ApiGroups;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The user that a request impersonates, from its headers.
final class ImpersonationHeaders {
    private static final String EXTRA = "impersonate-extra-";
    private static final Pattern ACCOUNT = Pattern.compile(
            "system:serviceaccount:([a-z0-9](?:[-a-z0-9]*[a-z0-9])?):([a-z0-9](?:[-.a-z0-9]*[a-z0-9])?)");

    private String name = "";
    private String uid = "";
    private final List<String> groups = new ArrayList<>();
    private final Map<String, List<String>> extra = new LinkedHashMap<>();

    private ImpersonationHeaders() {}

    static ImpersonationHeaders of(List<Map.Entry<String, String>> headers) throws ApiException {
        ImpersonationHeaders wanted = new ImpersonationHeaders();
        for (Map.Entry<String, String> header : headers) {
            String field = header.getKey().toLowerCase(Locale.ROOT);
            String value = header.getValue();
            switch (field) {
                case "impersonate-user" -> wanted.name = wanted.name.isEmpty() ? value : wanted.name;
                case "impersonate-uid" -> wanted.uid = wanted.uid.isEmpty() ? value : wanted.uid;
                case "impersonate-group" -> wanted.groups.add(value);
                default -> {
                    if (field.startsWith(EXTRA)) {
                        wanted.extra
                                .computeIfAbsent(unescaped(field.substring(EXTRA.length())), _ -> new ArrayList<>())
                                .add(value);
                    }
                }
            }
        }
        if (wanted.name.isEmpty() && !(wanted.groups.isEmpty() && wanted.extra.isEmpty() && wanted.uid.isEmpty())) {
            throw ApiException.badRequest("requested %s without impersonating a user name".formatted(wanted.shown()));
        }
        return wanted;
    }

    private String shown() {
        List<String> lists = new ArrayList<>();
        extra.forEach((key, values) -> lists.add(FieldErrors.quoted(key) + ":" + strings(values)));
        return "&user.DefaultInfo{Name:\"\", UID:%s, Groups:%s, Extra:map[string][]string%s}"
                .formatted(
                        FieldErrors.quoted(uid),
                        groups.isEmpty() ? "[]string(nil)" : strings(groups),
                        lists.isEmpty() ? "(nil)" : "{" + String.join(", ", lists) + "}");
    }

    private static String strings(List<String> words) {
        return words.stream().map(FieldErrors::quoted).collect(Collectors.joining(", ", "[]string{", "}"));
    }

    private static String unescaped(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return key;
        }
    }

    boolean isNone() {
        return name.isEmpty();
    }

    /// The permissions that the impersonation requires.
    List<AuthorizationAttributes> actions() {
        List<AuthorizationAttributes> actions = new ArrayList<>();
        Matcher account = ACCOUNT.matcher(name);
        actions.add(
                account.matches()
                        ? action("", "v1", "serviceaccounts", "", account.group(1), account.group(2))
                        : action("", "v1", "users", "", "", name));
        groups.forEach(group -> actions.add(action("", "v1", "groups", "", "", group)));
        extra.forEach((key, values) -> values.forEach(
                value -> actions.add(action(ApiGroups.AUTHENTICATION, "v1", "userextras", key, "", value))));
        if (!uid.isEmpty()) {
            actions.add(action(ApiGroups.AUTHENTICATION, "v1", "uids", "", "", uid));
        }
        return actions;
    }

    private static AuthorizationAttributes action(
            String group, String version, String resource, String subresource, String namespace, String name) {
        return AuthorizationAttributes.onResource(
                "impersonate", group, version, resource, subresource, namespace, name);
    }

    UserInfo userInfo() {
        List<String> all = new ArrayList<>(groups);
        Matcher account = ACCOUNT.matcher(name);
        if (groups.isEmpty() && account.matches()) {
            all.add("system:serviceaccounts");
            all.add("system:serviceaccounts:" + account.group(1));
        }
        if (name.equals(UserInfo.ANONYMOUS.name())) {
            if (!all.contains(UserInfo.UNAUTHENTICATED)) {
                all.add(UserInfo.UNAUTHENTICATED);
            }
        } else if (!all.contains(UserInfo.AUTHENTICATED) && !all.contains(UserInfo.UNAUTHENTICATED)) {
            all.add(UserInfo.AUTHENTICATED);
        }
        return new UserInfo(name, uid, all, extra);
    }
}
