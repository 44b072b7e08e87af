import { useId, useState } from "react";
import type { Person } from "#domains/accounts/contract.ts";
import { useApprove } from "#domains/accounts/web/approve.ts";
import { BuildingsChoice, UnitOfBuilding, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Approving somebody who claims no unit: a tenant needs one, maintenance staff need their buildings. */
export function ApproveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [unitId, setUnitId] = useState("");
  const [propertyIds, setPropertyIds] = useState<number[]>([]);
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
        <WithBuildings>
          {(buildings) =>
            isTenant ? (
              <UnitOfBuilding buildings={buildings} unitId={unitId} onChange={setUnitId} />
            ) : (
              <BuildingsChoice buildings={buildings} chosen={propertyIds} onChange={setPropertyIds} />
            )
          }
        </WithBuildings>
      </form>
    </Dialog>
  );
}
