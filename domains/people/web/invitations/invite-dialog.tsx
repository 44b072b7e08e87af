import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import type { LeaseChoice } from "#domains/leases/lease-fields.ts";
import { newInvitation } from "#domains/people/invitation-contract.ts";
import { LeaseOptions, useLeaseChoice } from "#domains/people/web/approvals/lease-choice.tsx";
import {
  PropertiesField,
  UnitField,
  WithProperties,
} from "#domains/people/web/directory/property-fields.tsx";
import {
  InvitationSentDialog,
  type SentInvitation,
} from "#domains/people/web/invitations/invitation-sent-dialog.tsx";
import { useInvite } from "#domains/people/web/invitations/mutations.ts";
import type { Role } from "#shared/permissions.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";

/** The roles a person can invite. Landlords can't invite roles above their own. */
const getInvitableRoles = (role: Role): readonly Role[] =>
  role === "admin" ? ["tenant", "maintenance", "landlord", "admin"] : ["tenant", "maintenance"];

const roleHints: Record<Role, string> = {
  tenant: "Can view their lease and submit work orders for it.",
  maintenance: "Can view and complete work orders at these properties.",
  landlord: "Manages these properties and the people in them. You can add more later.",
  admin: "Can view and change everything, including other accounts.",
};

const formShape = newInvitation.check(
  z.refine(({ role, unitId }) => role !== "tenant" || unitId !== undefined, {
    path: ["unitId"],
    error: "Select this tenant's unit.",
  }),
  z.refine(
    ({ role, hasAllProperties, propertyIds }) =>
      role !== "maintenance" || hasAllProperties === true || propertyIds?.length !== 0,
    { path: ["propertyIds"], error: "Select at least one property." },
  ),
);

/** Sends an invitation, then shows its link in case the email doesn't arrive. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [sentInvitation, setSentInvitation] = useState<SentInvitation | null>(null);
  return sentInvitation === null ? (
    <InviteForm onClose={onClose} onSent={setSentInvitation} />
  ) : (
    <InvitationSentDialog invitation={sentInvitation} onClose={onClose} />
  );
}

function InviteForm({
  onClose,
  onSent,
}: {
  onClose: () => void;
  onSent: (invitation: SentInvitation) => void;
}) {
  const { role: myRole } = useUser();
  const form = useContractForm(formShape, {
    email: "",
    role: "tenant" as Role,
    unitId: undefined as number | undefined,
    lease: undefined as LeaseChoice | undefined,
    propertyIds: [] as number[],
    hasAllProperties: false,
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const [role, hasAllProperties, unitId, pickedLease] = useWatch({
    control,
    name: ["role", "hasAllProperties", "unitId", "lease"],
  });
  const choice = useLeaseChoice({
    unitId: role === "tenant" ? unitId : undefined,
    pickedLease,
    offersAnotherDraft: false,
  });
  const coversAllProperties = role === "maintenance" && hasAllProperties;
  const draft = useDraft(form, "invite");
  const invite = useInvite();
  const sendsEmails = useSendsEmails();
  const sendInvitation = form.handleSubmit(({ email, propertyIds }) =>
    invite.mutate(
      {
        email,
        role,
        ...(role === "tenant" ? { unitId, lease: choice.lease } : {}),
        propertyIds:
          role === "landlord" || (role === "maintenance" && !coversAllProperties) ? propertyIds : undefined,
        hasAllProperties: coversAllProperties || undefined,
      },
      {
        onSuccess: (invitation) => {
          draft.clear();
          onSent(invitation);
        },
        onError: showFieldErrors(form),
      },
    ),
  );
  return (
    <FormDialog
      draft={draft}
      onClose={onClose}
      title="Invite someone"
      description="They get a single-use link, valid for 14 days and only for this address."
      submitLabel={sendsEmails ? "Send Invitation" : "Create Link"}
      busyLabel="Inviting..."
      isBusy={invite.isPending}
      isDisabled={role === "tenant" && unitId !== undefined && choice.lease === undefined}
      onSubmit={sendInvitation}
    >
      <FormError error={invite.error} form={form} />
      <Field label="Email" error={errors.email?.message} isRequired>
        <Input {...register("email")} type="email" inputMode="email" autoComplete="off" data-autofocus />
      </Field>
      <Field label="Role" hint={roleHints[role]} error={errors.role?.message} isRequired>
        <Select
          {...register("role")}
          options={getInvitableRoles(myRole).map((value) => ({ value, label: roleLabels[value] }))}
        />
      </Field>
      {role === "maintenance" && myRole === "admin" && (
        <Checkbox {...register("hasAllProperties")} label="All properties, including ones added later" />
      )}
      {role !== "admin" && !coversAllProperties && (
        <WithProperties>
          {(properties) =>
            properties.length === 0 ? (
              <p className="text-ink-soft">There are no properties yet. Add one first.</p>
            ) : role === "tenant" ? (
              <UnitField properties={properties} control={control} name="unitId" />
            ) : (
              <PropertiesField properties={properties} control={control} name="propertyIds" />
            )
          }
        </WithProperties>
      )}
      {role === "tenant" && (
        <LeaseOptions choice={choice} onPick={(lease) => form.setValue("lease", lease)} />
      )}
    </FormDialog>
  );
}
