import type { ComponentProps } from "react";
import { classes } from "#web/ui/classes.ts";
import { useFieldAttributes } from "#web/ui/forms/field.tsx";

/** The style of all text inputs. */
export const inputClasses =
  "w-full min-h-(--control) rounded-control bg-surface px-3 py-1.5 text-(length:--control-text) text-ink " +
  "ring-1 ring-inset ring-line-control transition-shadow hover:ring-ink-faint " +
  "focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus " +
  "aria-invalid:ring-red-dot disabled:bg-sunken disabled:text-ink-faint [&[readonly]]:bg-sunken";

export function Input({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return (
    <input {...useFieldAttributes()} {...rest} type={type} className={classes(inputClasses, className)} />
  );
}

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldAttributes()}
      {...rest}
      rows={rows}
      className={classes(inputClasses, "field-sizing-content min-h-24 resize-y leading-relaxed", className)}
    />
  );
}
