import { classes } from "#web/ui/classes.ts";

const windows = [22, 34, 46, 58].flatMap((y) => [34, 45, 56].map((x) => `M${x} ${y}h6v6h-6z`));

/** The building across the water with one lit window. */
export const LitWindow = ({ className }: { className?: string }) => (
  <svg
    viewBox="0 0 96 96"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={classes("size-24 text-line-control", className)}
  >
    <path d="M28 78V14h40v64M28 38H16v40M68 46h14v32M8 78h80M42 14V8h12v6M44 78v-8h8v8" />
    <path d={windows.join("")} strokeWidth="1.25" />
    <path d="M45 34h6v6h-6z" className="fill-lamp stroke-lamp" />
    <path d="M14 85h22M46 85h34M26 91h16M54 91h14" className="text-line-2" stroke="currentColor" />
  </svg>
);
