import type { Appearance } from "@stripe/stripe-js";
import { useSyncExternalStore } from "react";

/** The portal's colours (theme.css) in a notation that Stripe's frame understands. */
const colours = {
  light: {
    colorPrimary: "#006aa0",
    colorBackground: "#ffffff",
    colorText: "#17202b",
    colorTextSecondary: "#485460",
    colorDanger: "#a72626",
  },
  dark: {
    colorPrimary: "#57afe0",
    colorBackground: "#0d1218",
    colorText: "#eaedf2",
    colorTextSecondary: "#afb7c1",
    colorDanger: "#fdb0ad",
  },
} as const;

export const stripeLook = (isDark: boolean): Appearance => ({
  theme: isDark ? "night" : "stripe",
  variables: {
    ...colours[isDark ? "dark" : "light"],
    borderRadius: "8px",
    fontFamily: "Inter, ui-sans-serif, system-ui, sans-serif",
    fontSizeBase: "16px",
  },
});

const root = () => document.documentElement;

function watch(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(root(), { attributeFilter: ["class"] });
  return () => observer.disconnect();
}

/** Whether the dark theme is on, by choice or by the system. */
export const useIsDark = (): boolean => useSyncExternalStore(watch, () => root().classList.contains("dark"));
