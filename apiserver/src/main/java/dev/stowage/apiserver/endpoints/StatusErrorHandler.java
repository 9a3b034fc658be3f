package dev.stowage.apiserver.endpoints;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Sends a `Status` for malformed requests that Jetty rejects before they reach the handler.
final class StatusErrorHandler implements Request.Handler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int code = response.getStatus();
        StatusReason statusReason = StatusReason.INTERNAL_ERROR;
        for (StatusReason each : StatusReason.values()) {
            if (each.code() == code) {
                statusReason = each;
                break;
            }
        }
        String message =
                request.getAttribute(org.eclipse.jetty.server.handler.ErrorHandler.ERROR_MESSAGE) instanceof String text
                        ? text
                        : HttpStatus.getMessage(code);
        var status = new ApiException(statusReason, message).status();
        status.put("code", code);
        if (code != statusReason.code()) {
            status.remove("reason");
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        Content.Sink.write(
                response, true, new String(Json.write(status), java.nio.charset.StandardCharsets.UTF_8), callback);
        return true;
    }
}
