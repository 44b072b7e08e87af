import type { SentBodyOf } from "#shared/http/endpoint.ts";
import type { Difference } from "#web/ui/forms/conflict-notice.tsx";
import type { editLease, Lease } from "../../contract.ts";
import { formatDateOrOpen, formatUnits } from "../format.ts";
import type { LeaseValues } from "./lease-fields.tsx";

/** The form values of an existing lease. */
export interface EditValues extends LeaseValues {
  /** The last day of each unit. Null means the lease's end date. */
  vacatedUnits: { unitId: number; on: string | null }[];
}

export const toLeaseValues = (lease: Lease): EditValues => ({
  companyName: lease.company.name,
  propertyId: lease.property.id,
  unitIds: lease.units.map(({ id }) => id),
  from: lease.from,
  to: lease.to,
  vacatedUnits: lease.units.map(({ id, to }) => ({ unitId: id, on: to === lease.to ? null : to })),
});

/**
 * The request body: every field for a draft, and for an active lease only the fields that can still change.
 */
export function toLeaseChange(
  lease: Lease,
  { to, vacatedUnits = [], ...rest }: SentBodyOf<typeof editLease>,
): SentBodyOf<typeof editLease> {
  if (lease.state === "draft") return { ...rest, to };
  const savedUnits = toLeaseValues(lease).vacatedUnits;
  const isChanged = ({ unitId, on }: EditValues["vacatedUnits"][number]) =>
    savedUnits.some((unit) => unit.unitId === unitId && unit.on !== on);
  return { to, vacatedUnits: vacatedUnits.filter(isChanged) };
}

/** The display names of the form's options. */
interface DisplayNames {
  properties: readonly { id: number; name: string }[];
  units: readonly { id: number; unitNumber: string }[];
}

/** A row for each field that `toLeaseChange` sends. */
export function compareLease(savedLease: Lease, formValues: EditValues, names: DisplayNames): Difference[] {
  const savedValues = toLeaseValues(savedLease);
  const createRow = (field: string, formatValue: (values: EditValues) => string): Difference => ({
    field,
    savedText: formatValue(savedValues),
    editedText: formatValue(formValues),
  });
  const lastDay = createRow("End date", ({ to }) => formatDateOrOpen(to));
  if (savedLease.state !== "draft")
    return [
      lastDay,
      ...savedLease.units.map(({ id, unitNumber }) =>
        createRow(`Unit ${unitNumber} until`, ({ vacatedUnits }) => {
          const on = vacatedUnits.find(({ unitId }) => unitId === id)?.on;
          return on == null ? "Until lease ends" : formatDateOrOpen(on);
        }),
      ),
    ];
  const properties = [savedLease.property, ...names.properties];
  const units = new Map([...savedLease.units, ...names.units].map((unit) => [unit.id, unit]));
  return [
    createRow("Company", ({ companyName }) => companyName.trim()),
    createRow("Property", ({ propertyId }) => properties.find(({ id }) => id === propertyId)?.name ?? ""),
    createRow("Units", ({ unitIds }) =>
      formatUnits([...units.values()].filter(({ id }) => unitIds.includes(id))),
    ),
    createRow("Start date", ({ from }) => (from === "" ? "" : formatDateOrOpen(from))),
    lastDay,
  ];
}
