import { useSyncExternalStore } from "react";
import { readTheme, setTheme, subscribeToTheme, type Theme } from "#web/theme/theme.ts";

export const useTheme = (): [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribeToTheme, readTheme, () => "system"),
  setTheme,
];
