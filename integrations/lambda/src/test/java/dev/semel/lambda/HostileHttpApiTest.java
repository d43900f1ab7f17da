package dev.semel.lambda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.semel.http.contract.HostileRequest;
import org.junit.jupiter.api.DisplayName;

@DisplayName("hostile requests to a function behind an HTTP API")
class HostileHttpApiTest extends HostileRequests {

    @Override
    ObjectNode event(HostileRequest request) {
        return httpEvent(request);
    }
}
