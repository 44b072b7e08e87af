import { useWatch } from "react-hook-form";
import { approvePerson, type Person } from "#domains/accounts/people-contract.ts";
import { useApprove } from "#domains/accounts/web/approve.ts";
import { BuildingsChoice, UnitOfBuilding, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { LeaseOptions, useLeaseChoice } from "#domains/accounts/web/lease-choice.tsx";
import type { LeaseChoice } from "#domains/leases/lease-facts.ts";
import { useContractForm } from "#web/contract-form.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";

/** Asks what approving leads to: a tenant's lease, for who claims no unit also the unit, or the buildings of maintenance staff. */
export function ApproveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { fullName, claimedUnit } = person;
  const isTenant = person.role === "tenant";
  const form = useContractForm(approvePerson.body, {
    unitId: claimedUnit?.id,
    propertyIds: [] as number[],
    lease: undefined as LeaseChoice | undefined,
  });
  const { control } = form;
  const [unitId, propertyIds, picked] = useWatch({ control, name: ["unitId", "propertyIds", "lease"] });
  const choice = useLeaseChoice({ unitId: isTenant ? unitId : undefined, picked, offersAnotherDraft: true });
  const { lease } = choice;
  const approve = useApprove();
  return (
    <FormDialog
      onClose={onClose}
      title={`Approve ${fullName}`}
      description={
        !isTenant
          ? "In which buildings do they work?"
          : claimedUnit === null
            ? "Which unit does their company lease?"
            : `They claim ${claimedUnit.label}.`
      }
      submitLabel="Approve"
      busyLabel="Approving..."
      isBusy={approve.isPending}
      isDisabled={isTenant ? lease === undefined : propertyIds.length === 0}
      onSubmit={form.handleSubmit((chosen) =>
        approve.mutate(
          {
            person,
            choice: isTenant ? { unitId: chosen.unitId, lease } : { propertyIds: chosen.propertyIds },
          },
          { onSuccess: onClose },
        ),
      )}
    >
      {(!isTenant || claimedUnit === null) && (
        <WithBuildings>
          {(buildings) =>
            isTenant ? (
              <UnitOfBuilding buildings={buildings} control={control} name="unitId" />
            ) : (
              <BuildingsChoice buildings={buildings} control={control} name="propertyIds" />
            )
          }
        </WithBuildings>
      )}
      {isTenant && <LeaseOptions choice={choice} onPick={(one) => form.setValue("lease", one)} />}
    </FormDialog>
  );
}
