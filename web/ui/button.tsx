import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "#web/ui/classes.ts";
import { Spinner } from "#web/ui/spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "bg-surface text-ink ring-1 ring-inset ring-line-control/60 hover:bg-hover active:bg-pressed",
  ghost: "text-ink-soft hover:bg-hover hover:text-ink active:bg-pressed",
  danger: "bg-danger text-white hover:bg-danger-hover",
} satisfies Record<ButtonVariant, string>;

const sizes = {
  sm: "min-h-(--control-sm) px-2.5 text-sm",
  md: "min-h-(--control) px-3.5",
  lg: "min-h-11 px-4",
} satisfies Record<ButtonSize, string>;

const shape =
  "inline-flex items-center justify-center gap-2 rounded-control py-1 font-medium wrap-normal transition-colors " +
  "disabled:opacity-55 disabled:pointer-events-none [&_svg]:size-4 [&_svg]:shrink-0";

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its container. */
  isWide?: boolean;
}

export const buttonClasses = ({ variant = "secondary", size = "md", isWide = false }: Look = {}) =>
  classes(shape, variants[variant], sizes[size], isWide && "w-full");

interface ButtonProps extends ComponentProps<"button">, Look {
  icon?: ReactNode;
  /** Disables the button and shows a spinner before its text, which `busyLabel` replaces. */
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

interface ButtonLinkProps extends Look {
  href: string;
  /** The state of the history entry. */
  state?: unknown;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A link to a page of the portal that looks like a button. */
export function ButtonLink({ href, state, icon, className, children, ...look }: ButtonLinkProps) {
  return (
    <Link href={href} state={state} className={classes(buttonClasses(look), className)}>
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
        "inline-flex size-(--control) shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors",
        "hover:bg-hover hover:text-ink active:bg-pressed disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-[18px]",
        className,
      )}
    >
      {children}
    </button>
  );
}
