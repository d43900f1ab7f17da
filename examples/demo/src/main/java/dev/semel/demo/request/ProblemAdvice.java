package dev.semel.demo.request;

import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Turns the problems of endpoints into responses. */
@RestControllerAdvice
class ProblemAdvice {

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> answer(RequestProblem problem) {
        return ResponseEntity.status(problem.status())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem.document());
    }
}
