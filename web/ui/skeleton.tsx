import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

/** A gray placeholder for content. Give it the dimensions of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes("block animate-pulse rounded-badge bg-gray-soft", className)}
    />
  );
}

/** Contains skeletons and announces to screen readers once that something is loading. */
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
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** Skeletons of list rows. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <Loading className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows have nothing else
        <div key={row} className="flex items-center gap-4 px-(--inset) py-4">
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-24 max-sm:hidden" />
          <Skeleton className="h-6 w-20 rounded-full" />
        </div>
      ))}
    </Loading>
  );
}
