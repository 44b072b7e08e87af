import { classes } from "#web/ui/classes.ts";

const sizes = { sm: "size-4", md: "size-6", lg: "size-8" };

interface SpinnerProps {
  size?: keyof typeof sizes;
  /** Announced to screen readers, or null if adjacent text already says so. */
  label?: string | null;
}

export function Spinner({ size = "md", label = "Loading" }: SpinnerProps) {
  return (
    <span role={label === null ? undefined : "status"} className="inline-flex">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        aria-hidden="true"
        className={classes("animate-spin", sizes[size])}
      >
        <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
        <path
          d="M21.5 12A9.500 9.500 0 0 0 12 2.500"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {label !== null && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** Fills the page until the session is known (AUTH-05). */
export function FullPageSpinner() {
  return (
    <div className="flex min-h-dvh items-center justify-center text-accent">
      <Spinner size="lg" />
    </div>
  );
}

/** Shown while a page's code is loading, after a delay of 200 ms. */
export function PageSpinner() {
  return (
    <div className="flex min-h-64 animate-late items-center justify-center text-accent">
      <Spinner size="md" />
    </div>
  );
}
