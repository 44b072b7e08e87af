import { Link } from "wouter";
import { listUnitNumbers } from "#shared/format/place.ts";
import { CompanyCell, CompanyPhoneTitle } from "#web/ui/faces/company-link.tsx";
import type { Column } from "#web/ui/tables/table.tsx";
import type { LeaseRow } from "../../contract.ts";
import { leasePath } from "../../paths.ts";
import { formatDateOrOpen, formatUnits } from "../format.ts";
import { LeaseStateBadge } from "../lease-state-badge.tsx";

/** The columns shared by all lease lists. */
export const leaseColumns: readonly Column<LeaseRow>[] = [
  {
    key: "company",
    header: "Company",
    phoneSlot: "title",
    className: "sm:max-w-80 sm:min-w-32",
    cell: ({ company }) => <CompanyCell company={company} />,
    phoneCell: ({ company }) => <CompanyPhoneTitle company={company} />,
  },
  {
    key: "property",
    header: "Property",
    phoneSlot: "line",
    className: "sm:max-w-60",
    cell: ({ property }) => <span className="line-clamp-2">{property.name}</span>,
    phoneCell: ({ property }) => property.name,
  },
  {
    key: "units",
    header: "Units",
    phoneSlot: "line",
    className: "sm:max-w-40",
    cell: ({ id, units }) => (
      <Link href={leasePath(id)} className="line-clamp-2 rounded-sm tabular-nums hover:underline">
        {formatUnits(units)}
      </Link>
    ),
    phoneCell: ({ units }) => listUnitNumbers(units),
  },
  {
    key: "from",
    header: "From",
    phoneSlot: "hidden",
    cell: ({ from }) => <span className="whitespace-nowrap tabular-nums">{formatDateOrOpen(from)}</span>,
  },
  {
    key: "to",
    header: "To",
    phoneSlot: "figure",
    cell: ({ to }) => <span className="whitespace-nowrap tabular-nums">{formatDateOrOpen(to)}</span>,
    phoneCell: ({ to }) => <span className="text-ink-soft text-sm">{formatDateOrOpen(to)}</span>,
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: ({ state }) => <LeaseStateBadge state={state} />,
  },
];
