package dev.stowage.http.server;

/// An error response with a text for the client.
public final class HttpException extends Exception {
    private static final long serialVersionUID = 1;

    private final int status;

    public HttpException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }

    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
