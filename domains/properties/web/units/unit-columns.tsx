import { Link } from "wouter";
import type { Column } from "#web/ui/tables/table.tsx";
import { unitPath } from "../../paths.ts";
import { unitTypeLabel } from "../../unit-types.ts";
import { UnitStatusBadge } from "./unit-status-badge.tsx";

interface ListedUnit {
  id: number;
  unitNumber: string;
  type: string;
  status: string;
  nextLeaseStartsOn?: string | null | undefined;
  suite?: string | null;
  floor?: string | null;
  areaSqft?: number | null;
}

/** The columns shared by all unit lists. */
export const unitColumns = {
  number: {
    key: "number",
    header: "Unit",
    phoneSlot: "title",
    cell: ({ id, unitNumber, suite, floor }) => (
      <>
        <Link href={unitPath(id)} className="rounded-sm font-medium hover:underline">
          {unitNumber}
        </Link>
        {(suite != null || floor != null) && (
          <span className="block whitespace-nowrap text-ink-soft text-sm first-letter:uppercase">
            {[suite != null && `suite ${suite}`, floor != null && `floor ${floor}`]
              .filter(Boolean)
              .join(", ")}
          </span>
        )}
      </>
    ),
    phoneCell: ({ unitNumber }) => unitNumber,
  },
  type: {
    key: "type",
    header: "Type",
    phoneSlot: "line",
    cell: ({ type }) => unitTypeLabel(type),
  },
  area: {
    key: "area",
    header: "Area",
    align: "end",
    phoneSlot: "hidden",
    className: "whitespace-nowrap",
    cell: ({ areaSqft }) => (areaSqft == null ? "–" : `${areaSqft.toLocaleString("en-US")} sq ft`),
  },
  status: {
    key: "status",
    header: "Status",
    phoneSlot: "badge",
    cell: ({ status, nextLeaseStartsOn }) => (
      <UnitStatusBadge status={status} nextLeaseStartsOn={nextLeaseStartsOn} />
    ),
  },
} as const satisfies Record<string, Column<ListedUnit>>;
