import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useState } from "react";
import type { LeaseRow } from "#domains/leases/contract.ts";
import { isRunning } from "#domains/leases/states.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { leaseQuery, leaseSearchQuery, myLeasesQuery } from "../queries.ts";

export type PayableLease = Pick<LeaseRow, "id" | "state" | "company" | "property" | "units" | "from">;

export const formatLease = (lease: PayableLease): string =>
  `${lease.company.name}, ${lease.property.name} ${listUnitNumbers(lease.units)}`;

/** A payer's own leases, the server's default first (requirements, "`amount`, unit"). */
export function useMyLeases(isEnabled: boolean) {
  const query = useQuery({ ...myLeasesQuery, enabled: isEnabled });
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

interface MyLeaseProps {
  leases: readonly PayableLease[];
  leaseId: number;
  onChange: (leaseId: number) => void;
}

/** Hidden if there is only one lease. */
export function MyLeaseField({ leases, leaseId, onChange }: MyLeaseProps) {
  if (leases.length < 2) return null;
  return (
    <Field label="Pay for">
      <Select
        value={String(leaseId)}
        options={leases.map((lease) => ({ value: String(lease.id), label: formatLease(lease) }))}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </Field>
  );
}

/** Loads the lease with this id. */
export function useLease(leaseId: number | null) {
  return useQuery({ ...leaseQuery(leaseId ?? 0), enabled: leaseId !== null });
}

interface AnyLeaseProps {
  lease: PayableLease | undefined;
  error: string | undefined;
  onChange: (leaseId: number) => void;
  /** Whether a dialog that opens with it focuses it. */
  isFocusedFirst?: boolean;
}

/** Finds a lease by company, property, or unit. */
export const AnyLeaseField = ({ lease, error, onChange, isFocusedFirst = false }: AnyLeaseProps) => (
  <Field label="Lease" hint="Search by company, property, or unit." error={error} isRequired>
    <LeaseCombobox
      placeholder="Select a lease"
      isFocusedFirst={isFocusedFirst}
      selected={lease && toChoice(lease)}
      onSelect={({ id }) => onChange(id)}
    />
  </Field>
);

export interface LeaseChoice {
  id: number;
  company: string;
  place: string;
}

const toChoice = ({ id, company, property, units }: PayableLease): LeaseChoice => ({
  id,
  company: company.name,
  place: `${property.name}, ${listUnitNumbers(units)}`,
});

interface LeaseComboboxProps {
  selected: LeaseChoice | undefined;
  /** Offered until the user types. */
  suggestions?: readonly LeaseChoice[];
  placeholder: string;
  inputRef?: (element: HTMLInputElement | null) => void;
  isFocusedFirst?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  onSelect: (lease: LeaseChoice) => void;
}

export function LeaseCombobox({ selected, suggestions = [], onSelect, ...input }: LeaseComboboxProps) {
  const [query, setQuery] = useState("");
  const deferredQuery = useDeferredValue(query.trim());
  const { data: matches = [] } = useQuery(leaseSearchQuery(deferredQuery.slice(0, 100)));
  const leases =
    suggestions.length > 0 && query === ""
      ? suggestions
      : matches.filter(({ state }) => state !== "draft").map(toChoice);
  const choices =
    selected === undefined || leases.some(({ id }) => id === selected.id) ? leases : [selected, ...leases];
  return (
    <Combobox
      {...input}
      value={selected === undefined ? "" : String(selected.id)}
      options={choices.map(({ id, company, place }) => ({
        value: String(id),
        label: company,
        detail: place,
      }))}
      onType={setQuery}
      onChange={(value) => {
        const choice = choices.find(({ id }) => String(id) === value);
        if (choice !== undefined) onSelect(choice);
      }}
    />
  );
}
