import { useWatch } from "react-hook-form";
import type { LeaseChoice } from "#domains/leases/lease-fields.ts";
import { approvePerson, type Person } from "#domains/people/people-contract.ts";
import { LeaseOptions, useLeaseChoice } from "#domains/people/web/approvals/lease-choice.tsx";
import { useApprovePerson } from "#domains/people/web/approvals/mutations.ts";
import {
  PropertiesField,
  UnitField,
  WithProperties,
} from "#domains/people/web/directory/property-fields.tsx";
import { useContractForm } from "#web/contract-form.ts";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";

/**
 * Asks for the details of an approval: a tenant's lease (and unit, if they didn't request one) or the
 * properties of maintenance staff.
 */
export function ApproveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { fullName, requestedUnit } = person;
  const isTenant = person.role === "tenant";
  const form = useContractForm(approvePerson.body, {
    unitId: requestedUnit?.id,
    propertyIds: [] as number[],
    lease: undefined as LeaseChoice | undefined,
  });
  const { control } = form;
  const [unitId, propertyIds, pickedLease] = useWatch({ control, name: ["unitId", "propertyIds", "lease"] });
  const choice = useLeaseChoice({
    unitId: isTenant ? unitId : undefined,
    pickedLease,
    offersAnotherDraft: true,
    registeredAt: person.createdAt,
  });
  const { lease } = choice;
  const approve = useApprovePerson();
  return (
    <FormDialog
      onClose={onClose}
      title={`Approve ${fullName}`}
      description={
        !isTenant
          ? "Which properties do they work at?"
          : requestedUnit === null
            ? "Which unit does their company lease?"
            : `They requested access to ${requestedUnit.label}.`
      }
      submitLabel="Approve"
      busyLabel="Approving..."
      isBusy={approve.isPending}
      isDisabled={isTenant ? lease === undefined : propertyIds.length === 0}
      onSubmit={form.handleSubmit((entries) =>
        approve.mutate(
          {
            person,
            choice: isTenant ? { unitId: entries.unitId, lease } : { propertyIds: entries.propertyIds },
          },
          { onSuccess: onClose },
        ),
      )}
    >
      {person.emailConfirmed ? (
        <p className="wrap-anywhere text-ink-soft text-sm">{person.email}</p>
      ) : (
        <p className="wrap-anywhere rounded-control bg-amber-soft px-3 py-2 text-amber-text text-sm">
          {`${person.email} isn't confirmed. Anyone could have entered this address.`}
        </p>
      )}
      {(!isTenant || requestedUnit === null) && (
        <WithProperties>
          {(properties) =>
            isTenant ? (
              <UnitField properties={properties} control={control} name="unitId" />
            ) : (
              <PropertiesField properties={properties} control={control} name="propertyIds" />
            )
          }
        </WithProperties>
      )}
      {isTenant && <LeaseOptions choice={choice} onPick={(lease) => form.setValue("lease", lease)} />}
    </FormDialog>
  );
}
