import type { SentBodyOf } from "#shared/http/endpoint.ts";
import type { Difference } from "#web/ui/conflict-notice.tsx";
import type { editLease, Lease } from "../contract.ts";
import type { LeaseValues } from "./lease-fields.tsx";
import { dayOrOpen, unitsInWords } from "./words.ts";

/** The form values of an existing lease. */
export interface EditValues extends LeaseValues {
  /** The last day of each unit; null means the lease's own last day. */
  givenBack: { unitId: number; on: string | null }[];
}

export const valuesOf = (lease: Lease): EditValues => ({
  companyName: lease.company.name,
  propertyId: lease.property.id,
  unitIds: lease.units.map(({ id }) => id),
  from: lease.from,
  to: lease.to,
  givenBack: lease.units.map(({ id, to }) => ({ unitId: id, on: to === lease.to ? null : to })),
});

/** The body to send: everything for a draft; for an activated lease only what can still change. */
export function changeOf(
  lease: Lease,
  { to, givenBack = [], ...rest }: SentBodyOf<typeof editLease>,
): SentBodyOf<typeof editLease> {
  if (lease.state === "draft") return { ...rest, to };
  const before = valuesOf(lease).givenBack;
  const isChanged = ({ unitId, on }: EditValues["givenBack"][number]) =>
    before.some((unit) => unit.unitId === unitId && unit.on !== on);
  return { to, givenBack: givenBack.filter(isChanged) };
}

/** The display names of the form's options. */
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
  const lastDay = row("Last day", ({ to }) => dayOrOpen(to));
  if (theirs.state !== "draft")
    return [
      lastDay,
      ...theirs.units.map(({ id, unitNumber }) =>
        row(`Unit ${unitNumber} until`, ({ givenBack }) => {
          const on = givenBack.find(({ unitId }) => unitId === id)?.on;
          return on == null ? "As long as the lease" : dayOrOpen(on);
        }),
      ),
    ];
  const buildings = [theirs.property, ...names.buildings];
  const units = new Map([...theirs.units, ...names.units].map((unit) => [unit.id, unit]));
  return [
    row("Company", ({ companyName }) => companyName.trim()),
    row("Building", ({ propertyId }) => buildings.find(({ id }) => id === propertyId)?.name ?? ""),
    row("Units", ({ unitIds }) => unitsInWords([...units.values()].filter(({ id }) => unitIds.includes(id)))),
    row("First day", ({ from }) => (from === "" ? "" : dayOrOpen(from))),
    lastDay,
  ];
}
