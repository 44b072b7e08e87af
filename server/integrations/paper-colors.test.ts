import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../project-root.ts";
import { paperColors } from "./paper-colors.ts";

const theme = readFileSync(path.join(projectRoot, "web/theme/theme.css"), "utf8");
const toVariable = (name: string) => `--${name.replace(/([A-Z]|\d)/g, "-$1").toLowerCase()}`;

/** Reads both values of a color: `--ink: light-dark(oklch(0.23 0.025 252), oklch(0.95 0.006 250))`. */
function readColor(name: string): { light: string; dark: string } {
  const [, light = "", dark = ""] =
    new RegExp(`${toVariable(name)}: light-dark\\(oklch\\((.+?)\\), oklch\\((.+?)\\)\\)`).exec(theme) ?? [];
  return { light, dark };
}

type Rgb = [number, number, number];

/** Converts `L C H` or `L C H / alpha` (CSS Color 4). */
function parse(oklch: string): { rgb: Rgb; alpha: number } {
  const [l = 0, chroma = 0, hue = 0, alpha = 1] = oklch.split(/[ /]+/).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Rgb = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return { rgb: linear.map(toSrgb) as Rgb, alpha };
}

function toSrgb(value: number): number {
  const part = Math.min(1, Math.max(0, value));
  return 255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
}

test.each(["light", "dark"] as const)("the %s paper colors match the theme", (mode) => {
  const surface = parse(readColor("surface")[mode]).rgb;
  for (const [name, hex] of Object.entries(paperColors[mode])) {
    const { rgb, alpha } = parse(readColor(name)[mode]);
    const opaque = rgb.map((part, index) => part * alpha + (surface[index] ?? 0) * (1 - alpha));
    expect(`#${opaque.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`, name).toBe(
      hex,
    );
  }
});
