import type { ReactNode } from "react";
import { TriangleAlert } from "#web/icons.ts";
import { Badge } from "#web/ui/faces/badge.tsx";

interface RecordTextProps {
  name: string;
  /** Why the team or rule needs attention. */
  attention: string | undefined;
  className?: string;
  children: ReactNode;
}

/** The name of a team or rule, what it covers, and why it needs attention. */
export const RecordText = ({ name, attention, className = "min-w-0 flex-1", children }: RecordTextProps) => (
  <div className={className}>
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="wrap-anywhere font-medium">{name}</span>
      {attention !== undefined && <Badge tone="amber">Needs attention</Badge>}
    </p>
    {children}
    {attention !== undefined && (
      <p className="mt-1 flex gap-1.5 text-amber-text text-sm">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{attention}</span>
      </p>
    )}
  </div>
);
