import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

interface EmptyStateProps {
  title: string;
  /** Explains how to fill the list, or what will appear in it. */
  children?: ReactNode;
  action?: ReactNode;
  /** `h1` if nothing else is on the page. */
  titleAs?: "p" | "h1";
  /** Whether the list is the whole page. A page gets an illustration. A section has only text. */
  isPage?: boolean;
}

export function EmptyState({
  title,
  children,
  action,
  titleAs: Title = "p",
  isPage = Title === "h1",
}: EmptyStateProps) {
  if (!isPage)
    return (
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-(--inset) py-2.5 text-ink-soft">
        <div className="min-w-0 max-w-[70ch]">
          <Title className="font-medium">{title}</Title>
          {children != null && <p className="text-sm">{children}</p>}
        </div>
        {action}
      </div>
    );
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <LitWindow className="mb-4" />
      <Title className="text-section">{title}</Title>
      {children != null && <p className="mt-1 max-w-[46ch] text-ink-soft">{children}</p>}
      {action != null && <div className="mt-4">{action}</div>}
    </div>
  );
}

const windows = [22, 34, 46, 58].flatMap((y) => [34, 45, 56].map((x) => `M${x} ${y}h6v6h-6z`));

/** The illustration: a building by the water, with one window lit. */
const LitWindow = ({ className }: { className?: string }) => (
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
