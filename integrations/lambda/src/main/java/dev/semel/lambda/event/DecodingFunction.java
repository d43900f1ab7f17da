package dev.semel.lambda.event;

import io.burt.jmespath.Adapter;
import io.burt.jmespath.JmesPathType;
import io.burt.jmespath.function.ArgumentConstraints;
import io.burt.jmespath.function.BaseFunction;
import io.burt.jmespath.function.FunctionArgument;
import java.util.List;

/** A JMESPath function that decodes a text. */
final class DecodingFunction extends BaseFunction {
    private final Decoding decoding;

    DecodingFunction(String name, Decoding decoding) {
        super(name, ArgumentConstraints.typeOf(JmesPathType.STRING));
        this.decoding = decoding;
    }

    @Override
    protected <T> T callFunction(Adapter<T> runtime, List<FunctionArgument<T>> arguments) {
        String decoded = decoding.decode(runtime.toString(arguments.get(0).value()));
        if (decoding != Decoding.JSON) {
            return runtime.createString(decoded);
        }
        try {
            return runtime.parseString(decoded);
        } catch (IllegalStateException e) {
            throw EventJson.notJsonInside();
        }
    }
}
