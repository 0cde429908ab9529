package io.onlyonce.verify.report;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.onlyonce.verify.history.Event;
import tools.jackson.databind.json.JsonMapper;

/** How the model stands in files. Mix-ins keep it free of annotations. */
final class EventJson {
    static final JsonMapper MAPPER =
            JsonMapper.builder().addMixIn(Event.class, Named.class).build();

    private EventJson() {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Event.Invoked.class, name = "invoke"),
        @JsonSubTypes.Type(value = Event.Answered.class, name = "ok"),
        @JsonSubTypes.Type(value = Event.NotSent.class, name = "fail"),
        @JsonSubTypes.Type(value = Event.Unknown.class, name = "info"),
        @JsonSubTypes.Type(value = Event.GaveUp.class, name = "gave-up"),
        @JsonSubTypes.Type(value = Event.Planned.class, name = "planned"),
        @JsonSubTypes.Type(value = Event.Dealt.class, name = "dealt"),
        @JsonSubTypes.Type(value = Event.Noted.class, name = "note")
    })
    private interface Named {}
}
