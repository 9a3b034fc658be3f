package dev.stowage.cli.rights;

import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.accesscontrol.AccessObserver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// What was asked, by whom; and what shall happen just before something is done that somebody asked for.
final class Observed implements AccessObserver {

    private record Request(String user, AuthorizationAttributes authorizationAttributes, boolean allowed) {}

    private final Set<Request> requests = ConcurrentHashMap.newKeySet();
    private final Map<String, Consumer<AuthorizationAttributes>> meddling = new ConcurrentHashMap<>();

    @Override
    public void observe(UserInfo userInfo, AuthorizationAttributes authorizationAttributes, boolean allowed) {
        if (!userInfo.name().startsWith("system:serviceaccount:") || !authorizationAttributes.isResource()) {
            return;
        }
        requests.add(new Request(userInfo.name(), authorizationAttributes, allowed));
        Consumer<AuthorizationAttributes> first = meddling.remove(userInfo.name() + " " + authorizationAttributes.verb() + " " + authorizationAttributes.qualified());
        if (first != null) {
            first.accept(authorizationAttributes);
        }
    }

    /// The next time that this account asks for it, this happens before the request is heard: so it comes too late.
    void beforeNext(Account account, String verb, String resource, Consumer<AuthorizationAttributes> happening) {
        meddling.put(account.user() + " " + verb + " " + resource, happening);
    }

    boolean hasAsked(Account account, String verb, String resource) {
        return requests.stream()
                .anyMatch(request -> request.user().equals(account.user())
                        && request.authorizationAttributes().verb().equals(verb)
                        && request.authorizationAttributes().qualified().equals(resource));
    }

    /// What was asked for and not granted.
    List<String> missing(Collection<Account> accounts) {
        List<String> missing = new ArrayList<>();
        for (Account account : accounts) {
            requests.stream()
                    .filter(request -> request.user().equals(account.user()) && !request.allowed())
                    .map(request -> account.name() + ": " + request.authorizationAttributes().verb() + " "
                            + request.authorizationAttributes().qualified() + "."
                            + request.authorizationAttributes().group())
                    .distinct()
                    .sorted()
                    .forEach(missing::add);
        }
        return missing;
    }

    /// What is granted and nobody asked for, though everybody should have seen it.
    List<String> unused(Collection<Account> accounts, Collection<RightSet> sets) {
        List<String> unused = new ArrayList<>();
        for (RightSet set : sets) {
            for (Right right : set.rights()) {
                boolean used = accounts.stream()
                        .filter(account -> account.sets().contains(set.name()))
                        .anyMatch(account -> requests.stream()
                                .anyMatch(request -> request.user().equals(account.user())
                                        && right.covers(request.authorizationAttributes(), Account.NAMESPACE)));
                if (!used && !isRare(right, sets)) {
                    unused.add(set.name() + ": " + right);
                }
            }
        }
        return unused.stream().sorted().toList();
    }

    /// What takes a race or a long wait to see: the read of a single object by who lists them all anyway, perhaps by
    /// another of its sets, after somebody else was quicker; and an event that is said again.
    private static boolean isRare(Right right, Collection<RightSet> sets) {
        Right list = new Right("list", right.group(), right.resource(), right.home());
        return switch (right.verb()) {
            case "get" -> sets.stream().anyMatch(set -> set.rights().contains(list));
            case "patch" -> right.resource().equals("events");
            default -> false;
        };
    }
}
