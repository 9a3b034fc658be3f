package dev.stowage.apiserver.proxy;

import dev.stowage.http.message.MessageBody;
import dev.stowage.http.message.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/// The response of a kubelet.
record KubeletResponse(int status, List<Map.Entry<String, String>> headers, InputStream body) {
    private static final int CONTINUE = 100;

    KubeletResponse {
        headers = List.copyOf(headers);
    }

    static KubeletResponse read(InputStream in) throws IOException {
        ResponseHead head = ResponseHead.read(in);
        while (head.status() == CONTINUE) {
            head = ResponseHead.read(in);
        }
        return new KubeletResponse(head.status(), head.headers(), MessageBody.of(head, in));
    }
}
