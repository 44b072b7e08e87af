import { classes } from "#web/ui/classes.ts";

/** A check mark that draws itself when something is done, paid, or signed. */
export const Tick = ({ className = "size-5" }: { className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={classes("shrink-0 text-green-dot", className)}
  >
    <circle cx="12" cy="12" r="10" stroke="currentColor" />
    <path d="m8 12.5 2.75 2.75L16 9.5" stroke="currentColor" pathLength="1" className="animate-draw" />
  </svg>
);
