import type { ReactNode } from "react";

/** A label and its value, within a `dl`. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="mt-1 min-h-6">{children}</dd>
  </div>
);
