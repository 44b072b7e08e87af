import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

/** A gray placeholder for content. Give it the dimensions of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "block animate-sweep rounded-badge bg-chart-2/60 bg-linear-100 from-40% from-transparent via-50% via-surface/50 to-60% to-transparent bg-size-[200%_100%]",
        className,
      )}
    />
  );
}

/** Wraps skeletons, and announces the loading to screen readers once. */
export function Loading({
  label = "Loading",
  className,
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element can't contain block elements
    <div role="status" className={classes("animate-late", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** Skeletons of list rows with avatars and buttons. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <Loading className="divide-y divide-line border-line border-b">
      {Array.from({ length: count }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows are all alike
        <div key={row} className="flex h-(--row) items-center gap-3 px-(--inset)">
          <Skeleton className="size-5.5 shrink-0 rounded-full" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-3.5 w-24 max-sm:hidden" />
          <Skeleton className="h-5.5 w-20" />
          <Skeleton className="h-5.5 w-12 max-sm:hidden" />
        </div>
      ))}
    </Loading>
  );
}
