import { useState } from "react";
import type { Person } from "#domains/accounts/people-contract.ts";
import { useApprove } from "#domains/accounts/web/approve.ts";
import { BuildingsChoice, UnitOfBuilding, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";

/** Approving somebody who claims no unit: a tenant needs one, maintenance staff need their buildings. */
export function ApproveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [unitId, setUnitId] = useState("");
  const [propertyIds, setPropertyIds] = useState<number[]>([]);
  const approve = useApprove();
  const isTenant = person.role === "tenant";
  const isReady = isTenant ? unitId !== "" : propertyIds.length > 0;
  const choice = isTenant ? { unitId: Number(unitId) } : { propertyIds };

  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`Approve ${person.fullName}`}
      description={isTenant ? "Which unit does their company lease?" : "In which buildings do they work?"}
      submitLabel="Approve"
      busyLabel="Approving..."
      isBusy={approve.isPending}
      isDisabled={!isReady}
      onSubmit={() => approve.mutate({ person, choice }, { onSuccess: onClose })}
    >
      <WithBuildings>
        {(buildings) =>
          isTenant ? (
            <UnitOfBuilding buildings={buildings} unitId={unitId} onChange={setUnitId} />
          ) : (
            <BuildingsChoice buildings={buildings} chosen={propertyIds} onChange={setPropertyIds} />
          )
        }
      </WithBuildings>
    </FormDialog>
  );
}
