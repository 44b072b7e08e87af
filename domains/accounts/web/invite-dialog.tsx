import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { type Invitation, newInvitation } from "#domains/accounts/invitation-contract.ts";
import { BuildingsChoice, UnitOfBuilding, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { InvitationLink } from "#domains/accounts/web/invitation-link.tsx";
import { LeaseOptions, useLeaseChoice } from "#domains/accounts/web/lease-choice.tsx";
import { useInvite } from "#domains/accounts/web/people-changes.ts";
import type { LeaseChoice } from "#domains/leases/lease-facts.ts";
import type { Role } from "#shared/permissions.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showAtFields } from "#web/refusal.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { Select } from "#web/ui/select.tsx";

/** The roles a person may invite: landlords none above their own. */
const rolesFor = (role: Role): readonly Role[] =>
  role === "admin" ? ["tenant", "maintenance", "landlord", "admin"] : ["tenant", "maintenance"];

const hints: Record<Role, string> = {
  tenant: "Sees and reports what belongs to their lease.",
  maintenance: "Sees and works the orders of these buildings.",
  landlord: "Manages these buildings and the people in them. More can be added later.",
  admin: "Sees and may change everything, including other accounts.",
};

const shape = newInvitation.check(
  z.refine(({ role, unitId }) => role !== "tenant" || unitId !== undefined, {
    path: ["unitId"],
    error: "Please choose the unit of this tenant.",
  }),
  z.refine(
    ({ role, allBuildings, propertyIds }) =>
      role !== "maintenance" || allBuildings === true || propertyIds?.length !== 0,
    { path: ["propertyIds"], error: "Please choose at least one building." },
  ),
);

type Made = Invitation & { link: string | null };

/** Sends an invitation, then shows its link, in case the mail does not arrive. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? (
    <InviteForm onClose={onClose} onMade={setMade} />
  ) : (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Invitation sent"
      description={`An email is on its way to ${made.email}.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <InvitationLink link={made.link} expiresAt={made.expiresAt} />
    </Dialog>
  );
}

function InviteForm({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) {
  const { role: ownRole } = useUser();
  const form = useContractForm(shape, {
    email: "",
    role: "tenant" as Role,
    unitId: undefined as number | undefined,
    lease: undefined as LeaseChoice | undefined,
    propertyIds: [] as number[],
    allBuildings: false,
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const [role, allBuildings, unitId, picked] = useWatch({
    control,
    name: ["role", "allBuildings", "unitId", "lease"],
  });
  const choice = useLeaseChoice({
    unitId: role === "tenant" ? unitId : undefined,
    picked,
    offersAnotherDraft: false,
  });
  const hasAll = role === "maintenance" && allBuildings;
  const draft = useDraft(form, "invite");
  const invite = useInvite();
  const send = form.handleSubmit(({ email, propertyIds }) =>
    invite.mutate(
      {
        email,
        role,
        ...(role === "tenant" ? { unitId, lease: choice.lease } : {}),
        propertyIds: role === "landlord" || (role === "maintenance" && !hasAll) ? propertyIds : undefined,
        allBuildings: hasAll || undefined,
      },
      {
        onSuccess: (made) => {
          draft.drop();
          onMade(made);
        },
        onError: showAtFields(form),
      },
    ),
  );
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      size="sm"
      title="Invite somebody"
      description="They get an email with a link that works once, for 48 hours and for this address only."
      submitLabel="Send invitation"
      busyLabel="Inviting..."
      isBusy={invite.isPending}
      isDisabled={role === "tenant" && unitId !== undefined && choice.lease === undefined}
      onSubmit={send}
    >
      <Refused error={invite.error} form={form} />
      <Field label="Email" error={errors.email?.message} isRequired>
        <Input {...register("email")} type="email" inputMode="email" autoComplete="off" data-autofocus />
      </Field>
      <Field label="Role" hint={hints[role]} error={errors.role?.message} isRequired>
        <Select
          {...register("role")}
          options={rolesFor(ownRole).map((value) => ({ value, label: roleLabels[value] }))}
        />
      </Field>
      {role === "maintenance" && ownRole === "admin" && (
        <Checkbox {...register("allBuildings")} label="All buildings, including future ones" />
      )}
      {role !== "admin" && !hasAll && (
        <WithBuildings>
          {(buildings) =>
            buildings.length === 0 ? (
              <p className="text-ink-soft">There is no building yet. Please add one first.</p>
            ) : role === "tenant" ? (
              <UnitOfBuilding buildings={buildings} control={control} name="unitId" />
            ) : (
              <BuildingsChoice buildings={buildings} control={control} name="propertyIds" />
            )
          }
        </WithBuildings>
      )}
      {role === "tenant" && (
        <LeaseOptions choice={choice} onPick={(lease) => form.setValue("lease", lease)} />
      )}
    </FormDialog>
  );
}
