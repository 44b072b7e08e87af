import { Link } from "wouter";
import { paths } from "#web/paths.ts";
import type { Column } from "#web/ui/table.tsx";
import { type UnitType, unitTypeLabels } from "../unit-types.ts";
import { UnitStatusBadge } from "./unit-status-badge.tsx";

interface ListedUnit {
  id: number;
  unitNumber: string;
  type: string;
  status: string;
  suite?: string | null | undefined;
  floor?: string | null | undefined;
  areaSqft?: number | null | undefined;
}

const squareFeet = (area: number) => `${area.toLocaleString("en-US")} sq ft`;

/** The columns that every list of units has. */
export const unitColumns = {
  number: {
    key: "number",
    header: "Unit",
    onPhone: "title",
    cell: ({ id, unitNumber, suite, floor }) => (
      <>
        <Link href={paths.unit(id)} className="rounded-sm font-medium hover:underline">
          {unitNumber}
        </Link>
        {suite != null && <Place>{`Suite ${suite}`}</Place>}
        {floor != null && <Place>{`Floor ${floor}`}</Place>}
      </>
    ),
    phoneCell: ({ unitNumber }) => unitNumber,
  },
  type: {
    key: "type",
    header: "Type",
    onPhone: "line",
    cell: ({ type }) => unitTypeLabels[type as UnitType] ?? type,
  },
  area: {
    key: "area",
    header: "Area",
    align: "end",
    onPhone: "line",
    cell: ({ areaSqft }) => (areaSqft == null ? "–" : squareFeet(areaSqft)),
    phoneCell: ({ areaSqft }) => areaSqft != null && squareFeet(areaSqft),
  },
  status: {
    key: "status",
    header: "Status",
    onPhone: "badge",
    cell: ({ status }) => <UnitStatusBadge status={status} />,
  },
} as const satisfies Record<string, Column<ListedUnit>>;

const Place = ({ children }: { children: string }) => (
  <span className="block text-ink-soft text-sm">{children}</span>
);
