import type { Difference } from "#web/ui/conflict-notice.tsx";
import type { Lease } from "../contract.ts";
import { bodyOf, type LeaseValues } from "./lease-values.ts";
import { dayOrOpen, unitsInWords } from "./words.ts";

/** What the form of a lease that is there holds. */
export interface EditValues extends LeaseValues {
  /** The last day of each unit that leaves earlier than the lease, by the unit's id. */
  givenBack: Record<number, string>;
}

export const valuesOf = (lease: Lease): EditValues => ({
  companyName: lease.company.name,
  propertyId: String(lease.property.id),
  unitIds: lease.units.map(({ id }) => id),
  from: lease.from,
  to: lease.to ?? "",
  givenBack: Object.fromEntries(
    lease.units.filter(({ to }) => to !== lease.to).map(({ id, to }) => [id, to ?? ""]),
  ),
});

/** A draft is sent whole; of a lease that is none any more what may still change. */
export const changeOf = (lease: Lease, values: EditValues) =>
  lease.state === "draft"
    ? { ...bodyOf(values), propertyId: Number(values.propertyId) }
    : { to: values.to === "" ? null : values.to, givenBack: givenBackOf(lease, values) };

/** What changes of the units' own last days: a day, or null for a unit that stays until the end after all. */
function givenBackOf(lease: Lease, { givenBack }: EditValues): { unitId: number; on: string | null }[] {
  const before = valuesOf(lease).givenBack;
  return lease.units
    .map(({ id }) => id)
    .filter((id) => (givenBack[id] ?? "") !== (before[id] ?? ""))
    .map((unitId) => ({ unitId, on: givenBack[unitId] || null }));
}

/** What the choices of the form are called. */
interface Names {
  buildings: readonly { id: number; name: string }[];
  units: readonly { id: number; unitNumber: string }[];
}

/** A row for each field that `changeOf` sends. */
export function compareLease(theirs: Lease, yours: EditValues, names: Names): Difference[] {
  const saved = valuesOf(theirs);
  const row = (field: string, inWords: (values: EditValues) => string): Difference => ({
    field,
    theirs: inWords(saved),
    yours: inWords(yours),
  });
  const lastDay = row("Last day", ({ to }) => dayOrOpen(to || null));
  if (theirs.state !== "draft")
    return [
      lastDay,
      ...theirs.units.map(({ id, unitNumber }) =>
        row(`Unit ${unitNumber} until`, ({ givenBack }) =>
          givenBack[id] ? dayOrOpen(givenBack[id]) : "As long as the lease",
        ),
      ),
    ];
  const buildings = [theirs.property, ...names.buildings];
  const units = new Map([...theirs.units, ...names.units].map((unit) => [unit.id, unit]));
  return [
    row("Company", ({ companyName }) => companyName.trim()),
    row("Building", ({ propertyId }) => buildings.find(({ id }) => String(id) === propertyId)?.name ?? ""),
    row("Units", ({ unitIds }) => unitsInWords([...units.values()].filter(({ id }) => unitIds.includes(id)))),
    row("First day", ({ from }) => (from === "" ? "" : dayOrOpen(from))),
    lastDay,
  ];
}
