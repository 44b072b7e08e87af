import { useWatch } from "react-hook-form";
import { approvePerson, type Person } from "#domains/accounts/people-contract.ts";
import { useApprove } from "#domains/accounts/web/approve.ts";
import { BuildingsChoice, UnitOfBuilding, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";

/** Approves a person without a claim: a tenant needs a unit, maintenance staff need buildings. */
export function ApproveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const isTenant = person.role === "tenant";
  const form = useContractForm(approvePerson.body, {
    unitId: undefined as number | undefined,
    propertyIds: [] as number[],
  });
  const { control } = form;
  const [unitId, propertyIds] = useWatch({ control, name: ["unitId", "propertyIds"] });
  const approve = useApprove();
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`Approve ${person.fullName}`}
      description={isTenant ? "Which unit does their company lease?" : "In which buildings do they work?"}
      submitLabel="Approve"
      busyLabel="Approving..."
      isBusy={approve.isPending}
      isDisabled={isTenant ? unitId === undefined : propertyIds.length === 0}
      onSubmit={form.handleSubmit((chosen) =>
        approve.mutate(
          { person, choice: isTenant ? { unitId: chosen.unitId } : { propertyIds: chosen.propertyIds } },
          { onSuccess: onClose },
        ),
      )}
    >
      <WithBuildings>
        {(buildings) =>
          isTenant ? (
            <UnitOfBuilding buildings={buildings} control={control} name="unitId" />
          ) : (
            <BuildingsChoice buildings={buildings} control={control} name="propertyIds" />
          )
        }
      </WithBuildings>
    </FormDialog>
  );
}
