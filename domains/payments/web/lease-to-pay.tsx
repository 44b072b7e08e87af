import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { LeaseRow } from "#domains/leases/contract.ts";
import { isRunning } from "#domains/leases/states.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { foundLeasesQuery, leaseQuery, ownLeasesQuery } from "./payment-queries.ts";

export type PayableLease = Pick<LeaseRow, "id" | "state" | "company" | "property" | "units" | "from">;

const unitsOf = ({ units }: PayableLease) => units.map(({ unitNumber }) => unitNumber).join(", ");
export const sayLease = (lease: PayableLease): string =>
  `${lease.company.name}, ${lease.property.name} ${unitsOf(lease)}`;

/** A payer's own leases, the server's default first (requirements, "`amount`, unit"). */
export function useOwnLeases(isEnabled: boolean) {
  const query = useQuery({ ...ownLeasesQuery, enabled: isEnabled });
  const leases = query.data
    ?.filter(({ state }) => state !== "draft")
    .toSorted(
      (a, b) =>
        Number(isRunning(b.state)) - Number(isRunning(a.state)) ||
        a.from.localeCompare(b.from) ||
        a.id - b.id,
    );
  return { ...query, leases };
}

interface OwnLeaseProps {
  leases: readonly PayableLease[];
  leaseId: number;
  onChange: (leaseId: number) => void;
}

/** Hidden if there is only one lease. */
export function OwnLeaseField({ leases, leaseId, onChange }: OwnLeaseProps) {
  if (leases.length < 2) return null;
  return (
    <Field label="Pay for">
      <Select
        value={String(leaseId)}
        options={leases.map((lease) => ({ value: String(lease.id), label: sayLease(lease) }))}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </Field>
  );
}

/** The lease with this id. */
export function useNamedLease(leaseId: number | null) {
  return useQuery({ ...leaseQuery(leaseId ?? 0), enabled: leaseId !== null });
}

interface AnyLeaseProps {
  lease: PayableLease | undefined;
  error: string | undefined;
  onChange: (leaseId: number) => void;
}

/** Finds a lease by a company, a building or a unit. */
export function AnyLeaseField({ lease, error, onChange }: AnyLeaseProps) {
  const [typed, setTyped] = useState("");
  const words = useDeferredValue(typed.trim());
  const { data: found = [] } = useQuery(foundLeasesQuery(words.slice(0, 100)));
  const all = found.filter(({ state }) => state !== "draft");
  const options = lease === undefined || all.some(({ id }) => id === lease.id) ? all : [lease, ...all];
  return (
    <Field label="Pay for" hint="Type a company, a building or a unit." error={error} isRequired>
      <Combobox
        placeholder="Choose a lease"
        value={lease === undefined ? "" : String(lease.id)}
        options={options.map((option) => ({
          value: String(option.id),
          label: option.company.name,
          detail: `${option.property.name}, ${unitsOf(option)}`,
        }))}
        onType={setTyped}
        onChange={(value) => onChange(Number(value))}
      />
    </Field>
  );
}
