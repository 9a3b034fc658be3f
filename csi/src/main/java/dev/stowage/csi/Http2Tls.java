package dev.stowage.csi;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import javax.net.ssl.SSLContext;

/// TLS of the JDK for gRPC: TLS 1.3 and HTTP/2 only, with certificates at both ends.
final class Http2Tls {
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private Http2Tls() {}

    static SslContext server(SSLContext context) {
        return of(context, false, ClientAuth.REQUIRE);
    }

    static SslContext client(SSLContext context) {
        return of(context, true, ClientAuth.NONE);
    }

    private static SslContext of(SSLContext context, boolean isClient, ClientAuth clientAuth) {
        var http2 = new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2);
        return new JdkSslContext(
                context,
                isClient,
                Http2SecurityUtil.CIPHERS,
                SupportedCipherSuiteFilter.INSTANCE,
                http2,
                clientAuth,
                PROTOCOLS,
                false);
    }
}
