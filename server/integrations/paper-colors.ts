/**
 * The colors of the theme (`web/theme/theme.css`) in sRGB, by the theme's names. PDFs, printable pages, and
 * emails need this copy because they can't load the theme.
 */
export const paperColors = {
  light: {
    canvas: "#f9fbfc",
    surface: "#ffffff",
    line: "#dee3e7",
    line2: "#c6cdd4",
    ink: "#141e28",
    inkSoft: "#434e5b",
    accent: "#006aa0",
    accentInk: "#ffffff",
    accentText: "#005e93",
    greenText: "#125c35",
    redText: "#a72626",
  },
  dark: {
    canvas: "#0c1117",
    surface: "#141a21",
    line: "#292f37",
    line2: "#3c434b",
    ink: "#ebeff2",
    inkSoft: "#b3bbc5",
    accent: "#5eb6e6",
    accentInk: "#081520",
    accentText: "#7ec8f2",
  },
};
