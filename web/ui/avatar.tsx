import { classes } from "#web/ui/classes.ts";

const sizes = { sm: "size-6 text-xs", md: "size-8 text-sm", lg: "size-10 text-base" };

/** The first letter of a name (NAV-26). The name itself is next to it. */
export function Avatar({ name, size = "md" }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "inline-flex shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text uppercase",
        sizes[size],
      )}
    >
      {[...name.trim()][0] ?? "?"}
    </span>
  );
}
