package dev.semel.torture.driver;

import dev.semel.torture.fault.RigFault;
import dev.semel.torture.fault.Score;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The course of a run as a drawing: how many operations there were in each second, and below when which kind of fault struck. */
final class Timeline {
    private static final int WIDTH = 960;
    private static final int LEFT = 70;
    private static final int CURVE = 180;
    private static final int ROW = 22;

    /** A strike, and the second at which it ended. */
    private record Drawn(double seconds, RigFault fault) {}

    private Timeline() {}

    static String of(Score score) {
        List<Score.Sample> samples = score.samples();
        double length = samples.isEmpty() ? 1 : samples.get(samples.size() - 1).seconds();
        int[] perSecond = perSecond(samples, length);
        int most = Math.max(1, Arrays.stream(perSecond).max().orElse(1));
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"operations in each second and faults\">%n",
                WIDTH,
                CURVE + ROW * 5 + 10));
        curve(svg, perSecond, most);
        int y = CURVE - 4;
        for (RigFault.Lane lane : RigFault.Lane.values()) {
            y += ROW;
            svg.append(text(4, y, lane.name().toLowerCase(Locale.ROOT)));
            strikes(
                    svg,
                    score.strikes().stream()
                            .filter(strike -> strike.fault().lane() == lane)
                            .map(strike -> new Drawn(score.secondsAt(strike.ended()), strike.fault()))
                            .toList(),
                    y,
                    length);
        }
        svg.append(text(LEFT, CURVE + ROW * 5, "0 s"));
        svg.append(text(WIDTH - 40, CURVE + ROW * 5, Math.round(length) + " s"));
        return svg.append("</svg>").toString();
    }

    private static int[] perSecond(List<Score.Sample> samples, double length) {
        int[] perSecond = new int[(int) length + 1];
        long before = 0;
        for (Score.Sample sample : samples) {
            perSecond[(int) sample.seconds()] += (int) (sample.operations() - before);
            before = sample.operations();
        }
        return perSecond;
    }

    private static void curve(StringBuilder svg, int[] perSecond, int most) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < perSecond.length; i++) {
            double x = LEFT + (double) (WIDTH - LEFT) * i / Math.max(1, perSecond.length - 1);
            double y = CURVE - (CURVE - 20.0) * perSecond[i] / most;
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
        }
        svg.append(String.format(
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"var(--line)\"/>%n", LEFT, CURVE, WIDTH, CURVE));
        svg.append("<polyline fill=\"none\" stroke=\"var(--ops)\" stroke-width=\"1.5\" points=\"")
                .append(points)
                .append("\"/>\n");
        svg.append(text(4, 24, most + "/s")).append(text(4, CURVE, "0"));
    }

    private static void strikes(StringBuilder svg, List<Drawn> strikes, int y, double length) {
        for (Drawn strike : strikes) {
            double x = LEFT + (WIDTH - LEFT) * Math.min(1, strike.seconds() / length);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"var(%s)\" stroke-width=\"1.5\"><title>%s %.1f s</title></line>%n",
                    x,
                    x,
                    y - 12,
                    y,
                    strike.fault().lane().colour(),
                    strike.fault(),
                    strike.seconds()));
        }
    }

    private static String text(int x, int y, String text) {
        return "<text x=\"" + x + "\" y=\"" + y + "\">" + Report.escaped(text) + "</text>\n";
    }
}
