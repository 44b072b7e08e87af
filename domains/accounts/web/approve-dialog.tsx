import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Person } from "#domains/accounts/contract.ts";
import { useApprove } from "#domains/accounts/web/approve.ts";
import { type Building, listBuildings, listUnits } from "#domains/properties/contract.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** Approving somebody who claims no unit: a tenant needs one, maintenance staff need their buildings. */
export function ApproveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [unitId, setUnitId] = useState("");
  const [propertyIds, setPropertyIds] = useState<number[]>([]);
  const buildings = useQuery(endpointQuery(listBuildings, {}));
  const approve = useApprove();
  const formId = useId();
  const isTenant = person.role === "tenant";
  const isReady = isTenant ? unitId !== "" : propertyIds.length > 0;
  const choice = isTenant ? { unitId: Number(unitId) } : { propertyIds };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Approve ${person.fullName}`}
      description={isTenant ? "Which unit does their company lease?" : "In which buildings do they work?"}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!isReady}
            isBusy={approve.isPending}
            busyLabel="Approving..."
          >
            Approve
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          approve.mutate({ person, choice }, { onSuccess: onClose });
        }}
      >
        {buildings.isPending && <SkeletonRows count={2} />}
        {buildings.isError && (
          <ErrorState
            title="The buildings could not be loaded."
            error={buildings.error}
            onRetry={() => void buildings.refetch()}
          />
        )}
        {buildings.data !== undefined &&
          (isTenant ? (
            <UnitOf buildings={buildings.data} unitId={unitId} onChange={setUnitId} />
          ) : (
            <Buildings buildings={buildings.data} chosen={propertyIds} onChange={setPropertyIds} />
          ))}
      </form>
    </Dialog>
  );
}

interface UnitOfProps {
  buildings: readonly Building[];
  unitId: string;
  onChange: (unitId: string) => void;
}

function UnitOf({ buildings, unitId, onChange }: UnitOfProps) {
  const only = buildings.length === 1 ? String(buildings[0]?.id) : "";
  const [propertyId, setPropertyId] = useState(only);
  const units = useQuery({
    ...endpointQuery(listUnits, { params: { id: propertyId } }),
    enabled: propertyId !== "",
  });
  return (
    <>
      <Field label="Building" isRequired>
        <Select
          value={propertyId}
          placeholder="Choose a building"
          options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => {
            setPropertyId(event.target.value);
            onChange("");
          }}
        />
      </Field>
      <Field label="Unit" error={units.isError ? "The units could not be loaded." : undefined} isRequired>
        <Select
          value={unitId}
          disabled={propertyId === ""}
          placeholder={units.isFetching ? "Loading units..." : "Choose a unit"}
          options={
            units.data?.map(({ id, unitNumber }) => ({ value: String(id), label: `Unit ${unitNumber}` })) ??
            []
          }
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </>
  );
}

interface BuildingsProps {
  buildings: readonly Building[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

function Buildings({ buildings, chosen, onChange }: BuildingsProps) {
  return (
    <fieldset>
      <legend className="sr-only">Buildings</legend>
      {buildings.map(({ id, name, address }) => (
        <Checkbox
          key={id}
          label={name}
          hint={address}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
