import type { ComponentProps } from "react";
import { classes } from "#web/ui/classes.ts";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "children"> {
  /** Shown next to the switch on phones, where there's no column header. Always read by screen readers. */
  label: string;
}

/** Turns something on or off immediately, without a form. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <label
      className={classes(
        "inline-flex min-h-11 cursor-pointer items-center gap-2 has-disabled:cursor-default sm:min-h-9",
        className,
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox reports whether it's checked */}
      <input {...rest} type="checkbox" role="switch" className="peer sr-only" />
      <span
        aria-hidden="true"
        className={
          "inline-flex h-6 w-10 shrink-0 items-center rounded-full bg-line-control p-0.5 transition-colors " +
          "peer-checked:bg-accent peer-disabled:opacity-55 peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2 " +
          "before:size-5 before:rounded-full before:bg-white before:transition-transform peer-checked:before:translate-x-4 motion-reduce:before:transition-none " +
          "forced-colors:border forced-colors:peer-checked:bg-[Highlight]"
        }
      />
      <span className="text-sm sm:sr-only">{label}</span>
    </label>
  );
}
