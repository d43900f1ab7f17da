package dev.semel.demo;

import java.util.Map;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers with problem documents. */
@RestControllerAdvice
class Problems {

    @ExceptionHandler
    ResponseEntity<Map<String, Object>> answer(Problem problem) {
        return ResponseEntity.status(problem.status())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem.document());
    }
}
