package io.onlyonce.shop.web;

import io.onlyonce.shop.Problem;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** What Tomcat refuses before any filter sees it, a path with {@code %00} for example, is answered with a problem instead of Tomcat's own page. */
@Configuration(proxyBeanMethods = false)
class ContainerErrors implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {
    private final JsonMapper json;

    ContainerErrors(JsonMapper json) {
        this.json = json;
    }

    @Override
    public void customize(ConfigurableTomcatWebServerFactory factory) {
        factory.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new ProblemValve(json)));
    }

    /** Behind Spring Boot's own: the valve that was added last speaks first. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    private static final class ProblemValve extends ErrorReportValve {
        private final JsonMapper json;

        ProblemValve(JsonMapper json) {
            this.json = json;
        }

        @Override
        protected void report(Request request, Response response, @Nullable Throwable failure) {
            int status = response.getStatus();
            if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            ProblemDetail body = Problem.ofStatus(status);
            body.setInstance(ProblemWriter.instance(String.valueOf(request.getRequestURI())));
            try {
                response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
                response.getOutputStream().write(json.writeValueAsBytes(body));
                response.finishResponse();
            } catch (IOException gone) {
                containerLog.debug("The client went away before it was told status " + status, gone);
            }
        }
    }
}
