package io.onlyonce.console;

import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** What is served where. All of it lies behind the gate. */
final class Routes {
    private Routes() {}

    static RouterFunction<ServerResponse> of(
            String path,
            Gate gate,
            OverviewPage overview,
            SearchPage search,
            RecordPage record,
            SettlePages settle,
            DeadLetterPages deadLetters,
            SagaPages sagas,
            Assets assets) {
        RouterFunction<ServerResponse> looking = RouterFunctions.route()
                .GET(path, overview::show)
                .GET(path + "/", overview::show)
                .GET(path + "/search", search::show)
                .POST(path + "/search", search::ask)
                .GET(path + "/records/{id}", record::show)
                .GET(path + "/dead-letters", deadLetters::show)
                .GET(path + "/sagas", sagas::show)
                .GET(path + "/assets/{file}", assets::serve)
                .filter(gate::look)
                .build();
        RouterFunction<ServerResponse> acting = RouterFunctions.route()
                .GET(path + "/records/{id}/{verdict:release|confirm}", settle::explain)
                .POST(path + "/records/{id}/{verdict:release|confirm}", settle::settle)
                .POST(path + "/dead-letters", deadLetters::redrive)
                .GET(path + "/sagas/{id}/{verdict:revive|give-up}", sagas::explain)
                .POST(path + "/sagas/{id}/{verdict:revive|give-up}", sagas::act)
                .filter(gate::act)
                .build();
        return looking.and(acting);
    }
}
