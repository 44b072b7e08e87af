import { classes } from "#web/ui/classes.ts";

/** The portal's logo: two buildings by the water. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={classes("size-8 shrink-0", className)}>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        fill="var(--accent-ink)"
        fillRule="evenodd"
        d="M8 25V12.500L16 7v18h-2.500v-4h-3v4zm2.500-10.500h3V17h-3z"
      />
      <path
        fill="var(--accent-ink)"
        opacity="0.65"
        fillRule="evenodd"
        d="M17.500 25V12L24 14.500V25zm2-7.500H22V20h-2.500z"
      />
    </svg>
  );
}
