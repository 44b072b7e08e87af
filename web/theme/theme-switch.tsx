import { Monitor, Moon, Sun } from "#web/icons.ts";
import { type Theme, themes } from "#web/theme/theme.ts";
import { useTheme } from "#web/theme/use-theme.ts";
import { classes } from "#web/ui/classes.ts";

const options = {
  light: { label: "Light theme", Icon: Sun },
  dark: { label: "Dark theme", Icon: Moon },
  system: { label: "System theme", Icon: Monitor },
} satisfies Record<Theme, object>;

/** A switch of three small buttons, for pages outside the layout. */
export function ThemeSwitch() {
  const [selected, setTheme] = useTheme();
  return (
    <fieldset className="inline-flex gap-0.5 rounded-control bg-surface p-0.5 ring-1 ring-line ring-inset">
      <legend className="sr-only">Theme</legend>
      {themes.map((theme) => {
        const { label, Icon } = options[theme];
        return (
          <button
            key={theme}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={theme === selected}
            onClick={() => setTheme(theme)}
            className={classes(
              "inline-flex size-(--control-sm) items-center justify-center rounded-badge transition-colors",
              theme === selected ? "bg-pressed text-ink" : "text-ink-faint hover:text-ink",
            )}
          >
            <Icon className="size-4" />
          </button>
        );
      })}
    </fieldset>
  );
}
