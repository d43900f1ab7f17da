package dev.semel.demo.endpoint;

import dev.semel.demo.request.JsonBody;
import dev.semel.demo.request.KeyHeader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Emails. A failure is replayed like a success, since no email is better than two. */
@RestController
class Emails {
    private static final Pattern ADDRESS = Pattern.compile("[^@\\s]{1,64}@[^@\\s]{1,190}");

    private final DemoWork work;

    Emails(DemoWork work) {
        this.work = work;
    }

    record Email(String id, String to, String subject, String status) {}

    @PostMapping(path = "/emails", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    Email send(HttpServletRequest request) throws IOException {
        JsonBody body = JsonBody.of(request);
        Email email = new Email(
                "eml_" + UUID.randomUUID().toString().replace("-", ""),
                body.text("to", ADDRESS, "an address such as ada@example.org"),
                body.text("subject", 200),
                "QUEUED");
        work.happen("emails.send", KeyHeader.of(request), request);
        return email;
    }
}
