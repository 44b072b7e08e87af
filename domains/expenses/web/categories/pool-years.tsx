import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProperties } from "#web/list/filters.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { listPoolYears } from "../../categories-contract.ts";
import { monthNames } from "../../month-names.ts";
import { useSetPoolYear } from "../mutations.ts";

/** The month in which the year of each pool starts, at one property. */
export function PoolYears() {
  const properties = useProperties();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const propertyId = selectedId ?? properties[0]?.id;
  if (propertyId === undefined) return null;
  return (
    <Section
      title="Pool Years"
      description="The first month of each pool's year at a property. Tax years and fiscal years often don't start in January."
    >
      <div className="grid max-w-200 gap-4 px-(--inset) pt-4 sm:grid-cols-3">
        <Field label="Property">
          <Select
            value={String(propertyId)}
            onChange={({ target }) => setSelectedId(Number(target.value))}
            options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <YearFields key={propertyId} propertyId={propertyId} />
      </div>
    </Section>
  );
}

const months = monthNames.map((label, index) => ({ value: String(index + 1), label }));

function YearFields({ propertyId }: { propertyId: number }) {
  const { data: years = [] } = useQuery(endpointQuery(listPoolYears, { params: { id: propertyId } }));
  const save = useSetPoolYear(propertyId);
  const canWrite = useIsServerReachable();
  return years.map(({ poolId, name, startMonth }) => (
    <Field key={poolId} label={`${name} starts in`}>
      <Select
        value={String(startMonth)}
        disabled={!canWrite || save.isPending}
        onChange={({ target }) => save.mutate({ poolId, startMonth: Number(target.value) })}
        options={months}
      />
    </Field>
  ));
}
