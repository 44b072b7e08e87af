import { createContext, type ReactNode, useContext, useId } from "react";
import { classes } from "#web/ui/classes.ts";

interface FieldAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

const FieldContext = createContext<FieldAttributes | null>(null);

/** Connects an input to the label, hint, and error of its `Field`. Empty outside a `Field`. */
export const useFieldAttributes = (): Partial<FieldAttributes> => useContext(FieldContext) ?? {};

interface FieldProps {
  label: string;
  /** Shown below the input while there's no error. */
  hint?: ReactNode;
  error?: string;
  isRequired?: boolean;
  /** Shows `Optional` next to the label. */
  isOptional?: boolean;
  /** Content at the end of the label's line, such as a link. It comes after the input in the tab order. */
  aside?: ReactNode;
  /**
   * Shows the label only to screen readers, for example in a table whose headers name the columns.
   */
  isLabelHidden?: boolean;
  className?: string;
  /** One Input, Textarea, Select, or other control that calls useFieldAttributes. */
  children: ReactNode;
}

export function Field({
  label,
  hint,
  error,
  isRequired,
  isOptional,
  aside,
  isLabelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint != null;
  const attributes: FieldAttributes = {
    id,
    "aria-describedby": hasNote ? noteId : undefined,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-required": isRequired === true ? true : undefined,
  };
  return (
    <FieldContext value={attributes}>
      <div className={classes("relative", className)}>
        <div className={isLabelHidden ? "sr-only" : "mb-1.5 flex items-baseline justify-between gap-3"}>
          <label htmlFor={id} className="font-medium text-ink">
            {label}
          </label>
          {isOptional === true && <span className="text-sm text-ink-faint">Optional</span>}
        </div>
        {children}
        {aside !== undefined && <div className="absolute top-0 right-0">{aside}</div>}
        {hasNote && (
          <p
            id={noteId}
            role={error === undefined ? undefined : "alert"}
            className={
              error === undefined
                ? "mt-1.5 text-sm text-ink-soft"
                : "mt-1.5 text-sm text-red-text first-letter:uppercase"
            }
          >
            {error ?? hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
