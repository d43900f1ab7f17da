package dev.semel.servlet.request;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A guarded request as the application reads it: from memory, since its body was read before. */
public final class BufferedRequest extends HttpServletRequestWrapper {
    private final RequestHooks hooks;
    private final byte[] body;
    private final boolean formReadBefore;
    private final BodyLimits limits;
    private final BufferedInput input;
    private boolean streamTaken;
    private @Nullable BufferedReader reader;
    private @Nullable String encoding;
    private @Nullable Map<String, String[]> parameters;
    private @Nullable List<BufferedPart> parts;

    /** Wraps a request whose body was read. {@code formReadBefore}: the container has parsed the form into parameters. */
    public BufferedRequest(HttpServletRequest request, byte[] body, RequestHooks hooks, boolean formReadBefore) {
        super(request);
        this.hooks = hooks;
        this.formReadBefore = formReadBefore;
        this.body = body;
        this.limits = hooks.bodyLimits();
        this.input = new BufferedInput(body, hooks.container());
    }

    private HttpServletRequest outer() {
        return (HttpServletRequest) getRequest();
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return encoding == null ? super.getCharacterEncoding() : encoding;
    }

    @Override
    public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
        if (!Charset.isSupported(name)) {
            throw new UnsupportedEncodingException(name);
        }
        choose(name);
    }

    /** Exists in Servlet 6.1. */
    public void setCharacterEncoding(Charset charset) {
        choose(charset.name());
    }

    private void choose(String name) {
        if (reader == null && parameters == null) {
            encoding = name;
        }
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getReader() was called already; read the body in one of the two ways");
        }
        streamTaken = true;
        return input;
    }

    @Override
    public BufferedReader getReader() throws UnsupportedEncodingException {
        if (streamTaken) {
            throw new IllegalStateException(
                    "getInputStream() was called already; read the body in one of the two ways");
        }
        if (reader == null) {
            String name = getCharacterEncoding();
            reader = new BufferedReader(new InputStreamReader(input, name == null ? usualEncoding() : name));
        }
        return reader;
    }

    private String usualEncoding() {
        String type = getContentType();
        boolean isJson = type != null && type.toLowerCase(Locale.ROOT).contains("json");
        return (isJson ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1).name();
    }

    private Map<String, String[]> parameters() {
        if (parameters == null) {
            Parameters all = new Parameters(limits);
            String name = getCharacterEncoding();
            Charset charset = name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
            if (MultipartBody.isMultipart(getContentType())) {
                all.addQuery(getQueryString());
                all.addFields(partsOrNone(), charset);
            } else {
                all.addKnown(outer());
            }
            if (FormBody.isForm(getContentType()) && !formReadBefore) {
                all.addForm(body, charset);
            }
            parameters = all.all();
        }
        return parameters;
    }

    private List<BufferedPart> parts() throws ServletException {
        if (!MultipartBody.isMultipart(getContentType())) {
            throw new ServletException("the content type of the request is not multipart/form-data; it has no parts");
        }
        if (parts == null) {
            Object folder = getServletContext().getAttribute(ServletContext.TEMPDIR);
            Path place = folder instanceof File file ? file.toPath() : Path.of("");
            parts = MultipartBody.parse(body, getContentType(), new MultipartBody.Rules(place, limits));
        }
        return parts;
    }

    /** Reading parameters does not fail if the body is malformed; reading parts does. */
    private List<BufferedPart> partsOrNone() {
        try {
            return parts();
        } catch (ServletException e) {
            return List.of();
        }
    }

    @Override
    public Collection<Part> getParts() throws ServletException {
        return List.copyOf(parts());
    }

    @Override
    public @Nullable Part getPart(String name) throws ServletException {
        for (Part part : parts()) {
            if (part.getName().equals(name)) {
                return part;
            }
        }
        return null;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null || values.length == 0 ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters().get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters();
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(parameters().keySet());
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        boolean isVeto = name.equals(RequestAttributes.DO_NOT_STORE);
        if (isVeto) {
            hooks.veto(value != null);
        }
        if (!isVeto || !hooks.isEndedByContainer()) {
            super.setAttribute(name, value);
        }
    }

    @Override
    public void removeAttribute(String name) {
        setAttribute(name, null);
    }

    @Override
    public AsyncContext startAsync() {
        return hooks.startAsync(outer().startAsync(), null, null);
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        return hooks.startAsync(outer().startAsync(), request, response);
    }

    @Override
    public AsyncContext getAsyncContext() {
        AsyncContext guarded = hooks.async();
        return guarded == null ? super.getAsyncContext() : guarded;
    }
}
