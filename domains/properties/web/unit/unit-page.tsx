import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { RelatedDocuments } from "#domains/documents/web/list/related-documents.tsx";
import { exportLeases } from "#domains/leases/contract.ts";
import { leasePath } from "#domains/leases/paths.ts";
import { LeaseStateBadge } from "#domains/leases/web/lease-state-badge.tsx";
import { RelatedWorkOrders } from "#domains/work-orders/web/list/related-work-orders.tsx";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { openEditState, useOpenFormLink } from "#web/open-form-link.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { UnitDetails } from "../../contract.ts";
import { propertiesPath, propertyPath } from "../../paths.ts";
import { isCommercial, unitTypeLabel } from "../../unit-types.ts";
import { DeleteUnitDialog } from "../delete-dialog.tsx";
import { accessNotesDetail, DetailList, NotProvided } from "../detail-list.tsx";
import { unitQuery } from "../queries.ts";
import { RecordActions } from "../record-actions.tsx";
import { UnitStatusBadge } from "../units/unit-status-badge.tsx";
import { EditUnitDialog } from "./edit-unit-dialog.tsx";

/** A unit with its details, leases, documents, and work orders. */
export default function UnitPage() {
  const id = Number(useParams().id);
  const unit = useQuery(unitQuery(id));
  return (
    <RecordPage query={unit} noun="unit" all={{ href: propertiesPath, label: "All properties" }}>
      {(value) => <UnitView key={value.id} unit={value} />}
    </RecordPage>
  );
}

function UnitView({ unit }: { unit: UnitDetails }) {
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const [, navigate] = useLocation();
  const { id, unitNumber, property, leases } = unit;
  const close = () => setDialog(undefined);
  useOpenFormLink(() => setDialog("edit"), openEditState);
  return (
    <>
      <PageHeader
        back={{ href: propertyPath(property.id), label: property.name }}
        title={`Unit ${unitNumber}`}
        note={`${property.name}, ${property.address}`}
        action={
          <RecordActions
            name={`unit ${unitNumber}`}
            menuClassName="max-sm:flex-none!"
            onEdit={() => setDialog("edit")}
            onDelete={() => setDialog("delete")}
          />
        }
      />
      <Section aria-label="Details" className="mb-6">
        <DetailList details={getDetails(unit)} />
      </Section>
      {unit.areas.length > 1 && (
        <Section title="Area history" className="mb-6">
          <ol aria-label="Area history" className="divide-y divide-line">
            {unit.areas.map((area) => (
              <AreaChange key={area.number} {...area} />
            ))}
          </ol>
        </Section>
      )}
      <Section
        title="Lease history"
        action={
          leases.length > 0 && (
            <ExportLink endpoint={exportLeases} query={{ unitId: String(id) }} noun="leases" />
          )
        }
        className="mb-6"
      >
        {leases.length === 0 ? (
          <EmptyState title="No leases for this unit yet" />
        ) : (
          <Table
            caption={`Leases for unit ${unitNumber}`}
            columns={leaseColumns}
            rows={leases}
            rowKey={(lease) => lease.id}
            onOpen={(lease) => navigate(leasePath(lease.id))}
          />
        )}
      </Section>
      <Section title="Documents" className="mb-6">
        <RelatedDocuments
          record={{ unitId: String(id) }}
          uploadTo={{ propertyId: property.id, unitId: id }}
          label={`Documents for unit ${unitNumber}`}
        />
      </Section>
      <Section aria-label="Work orders">
        <RelatedWorkOrders filter={{ unitId: String(id) }} caption={`Work orders for unit ${unitNumber}`} />
      </Section>
      {dialog === "edit" && <EditUnitDialog unit={unit} onClose={close} />}
      {dialog === "delete" && (
        <DeleteUnitDialog
          unit={unit}
          onClose={close}
          onDeleted={() => navigate(propertyPath(property.id), { replace: true })}
        />
      )}
    </>
  );
}

/** An area of the unit with its dates, and who entered it when. */
function AreaChange({ squareFeet, from, to, isReplaced, madeBy, madeAt }: UnitDetails["areas"][number]) {
  const dates = [
    from === null ? null : `from ${formatCalendarDay(from)}`,
    to === null || isReplaced ? null : `to ${formatCalendarDay(to)}`,
  ].filter((text) => text !== null);
  return (
    <li className="py-2.5">
      <p>
        <span className="font-medium">
          {squareFeet === 0 ? "Not known" : `${squareFeet.toLocaleString("en-US")} sq ft`}
        </span>{" "}
        {dates.length === 0 ? "at all times" : dates.join(" ")}
        {isReplaced && <span className="ml-2 text-ink-soft text-sm">replaced</span>}
      </p>
      <p className="text-ink-soft text-sm">
        {madeBy === null ? "Added with the unit" : `Entered by ${madeBy}`} ·{" "}
        <time dateTime={madeAt}>{formatDay(madeAt)}</time>
      </p>
    </li>
  );
}

const formatMoney = (cents: number) => formatCents(toCents(cents));

const renderArea = (count: number | null) =>
  count === null ? <NotProvided /> : `${count.toLocaleString("en-US")} sq ft`;

/** Shows beds and baths for homes, and for other units that have any. */
const getDetails = ({
  type,
  status,
  nextLeaseStartsOn,
  beds,
  baths,
  rent,
  deposit,
  ...unit
}: UnitDetails) => [
  { name: "Type", value: unitTypeLabel(type) },
  { name: "Status", value: <UnitStatusBadge status={status} nextLeaseStartsOn={nextLeaseStartsOn} /> },
  { name: "Asking rent", value: `${formatMoney(rent)} per month` },
  { name: "Deposit", value: formatMoney(deposit) },
  { name: "Suite", value: unit.suite ?? <NotProvided /> },
  { name: "Floor", value: unit.floor ?? <NotProvided /> },
  { name: "Rentable area", value: renderArea(unit.rentableSqft) },
  { name: "Size", value: renderArea(unit.sizeSqft) },
  ...(isCommercial(type) && beds + baths === 0
    ? []
    : [{ name: "Beds and baths", value: `${beds} / ${baths}` }]),
  accessNotesDetail(unit.accessNotes),
];

const leaseColumns: readonly Column<UnitDetails["leases"][number]>[] = [
  {
    key: "company",
    header: "Tenant",
    phoneSlot: "title",
    cell: ({ id, company }) => (
      <Link href={leasePath(id)} className="rounded-sm font-medium hover:underline">
        {company}
      </Link>
    ),
    phoneCell: ({ company }) => company,
  },
  { key: "from", header: "From", phoneSlot: "line", cell: ({ from }) => formatCalendarDay(from) },
  {
    key: "to",
    header: "To",
    phoneSlot: "line",
    cell: ({ to }) => (to === null ? "Open-ended" : formatCalendarDay(to)),
    phoneCell: ({ to }) => (to === null ? "open-ended" : `to ${formatCalendarDay(to)}`),
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: ({ state }) => <LeaseStateBadge state={state} />,
  },
];
