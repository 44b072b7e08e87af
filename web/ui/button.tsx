import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "#web/ui/classes.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

/**
 * `link` and `ghost` are for actions in a row, in blue and gray. `danger` is only for confirmations. The
 * `harbor` variants are for the main action and other actions on a harbor lead.
 */
export type ButtonVariant = keyof typeof variants;
export type ButtonSize = "sm" | "md" | "lg";

const variants = {
  primary: "bg-accent text-accent-ink shadow-xs inset-shadow-2xs inset-shadow-white/15 hover:bg-accent-hover",
  secondary:
    "bg-surface text-ink shadow-xs ring-1 ring-line-2 ring-inset hover:bg-hover active:bg-pressed dark:bg-hover dark:hover:bg-pressed",
  link: "text-accent-text hover:bg-hover active:bg-pressed",
  ghost: "text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed",
  danger: "bg-danger text-white shadow-xs hover:bg-danger-hover",
  harbor: "bg-on-harbor text-harbor hover:bg-on-harbor-soft",
  "harbor-secondary": "bg-harbor-2 text-on-harbor hover:bg-harbor-2/80",
} as const;

const sizes = {
  sm: "min-h-(--control-sm) gap-1.5 px-2.5 text-sm",
  md: "min-h-(--control) gap-2 px-3.5",
  /** The main action of a form. */
  lg: "min-h-11 gap-2 px-4.5 max-sm:min-h-12.5 max-sm:rounded-card",
} satisfies Record<ButtonSize, string>;

/** The transition of everything that can be pressed. */
const pressClasses = "transition-[color,background-color,scale] motion-safe:active:scale-98";

const baseClasses = classes(
  "inline-flex items-center justify-center rounded-control py-1 font-medium wrap-normal",
  pressClasses,
  "disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
);

interface ButtonOptions {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  isWide?: boolean;
}

export const buttonClasses = ({ variant = "secondary", size = "md", isWide = false }: ButtonOptions = {}) =>
  classes(baseClasses, variants[variant], sizes[size], isWide && "w-full");

interface ButtonProps extends ComponentProps<"button">, ButtonOptions {
  icon?: ReactNode;
  /** Disables the button, shows a spinner, and replaces the text with `busyLabel`, if set. */
  isBusy?: boolean;
  busyLabel?: string;
}

export function Button({
  variant,
  size,
  isWide,
  icon,
  isBusy = false,
  busyLabel,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
      className={classes(buttonClasses({ variant, size, isWide }), className)}
    >
      {isBusy ? <Spinner size="sm" label={null} /> : icon}
      {isBusy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}

interface ButtonLinkProps extends ButtonOptions {
  href: string;
  /** The state of the history entry. */
  state?: unknown;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A link to a portal page, styled as a button. */
export function ButtonLink({ href, state, icon, className, children, ...options }: ButtonLinkProps) {
  return (
    <Link href={href} state={state} className={classes(buttonClasses(options), className)}>
      {icon}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** Read by screen readers and shown as a tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, children, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        "inline-flex size-(--control) shrink-0 items-center justify-center rounded-control text-ink-soft",
        pressClasses,
        "hover:bg-hover hover:text-ink active:bg-pressed disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-4.5 max-sm:[&_svg]:size-5",
        className,
      )}
    >
      {children}
    </button>
  );
}
