import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { preferDark, resetBrowser } from "#web/testing/open-page.tsx";
import { readTheme, setTheme, watchTheme } from "#web/theme/theme.ts";
import { useTheme } from "#web/theme/use-theme.ts";

resetBrowser();
beforeEach(() => document.documentElement.classList.remove("dark"));

const isDark = () => document.documentElement.classList.contains("dark");

describe("theme", () => {
  it("THM-03 the system's theme applies until the user selects a theme", () => {
    preferDark(true);
    watchTheme();
    expect(readTheme()).toBe("system");
    expect(isDark()).toBe(true);
  });

  it.each([
    ["light", true, false],
    ["dark", false, true],
    ["system", true, true],
    ["system", false, false],
  ] as const)(
    "THM-01 THM-02 the theme %s is applied on a system that prefers dark: %s",
    (theme, prefersDark, expected) => {
      preferDark(prefersDark);
      setTheme(theme);
      expect(localStorage.getItem("theme")).toBe(theme);
      expect(isDark()).toBe(expected);
    },
  );

  it("THM-01 an unknown stored theme is treated as the system theme", () => {
    localStorage.setItem("theme", "purple");
    expect(readTheme()).toBe("system");
  });

  it("changing the theme notifies its listeners", () => {
    const { result } = renderHook(useTheme);
    act(() => result.current[1]("dark"));
    expect(result.current[0]).toBe("dark");
  });
});
