import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "#web/ui/classes.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "children"> {
  label: ReactNode;
  hint?: string;
}

export function Checkbox({ label, hint, className, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={classes("flex min-h-(--control-sm) items-start gap-2.5 py-1", className)}>
      <input
        {...rest}
        id={inputId}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${inputId}-hint`}
        className="mt-0.5 size-4.5 shrink-0 rounded accent-accent"
      />
      <div>
        <label htmlFor={inputId} className="thumb">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${inputId}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
