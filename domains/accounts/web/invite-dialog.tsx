import { useState } from "react";
import * as z from "zod/mini";
import { type Invitation, newInvitation } from "#domains/accounts/invitation-contract.ts";
import { BuildingsChoice, UnitOfBuilding, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { InvitationLink } from "#domains/accounts/web/invitation-link.tsx";
import { useInvite } from "#domains/accounts/web/people-changes.ts";
import type { Role } from "#shared/permissions.ts";
import { ApiError, userMessageOf } from "#web/api-client.ts";
import { newKey } from "#web/one-key-per-content.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

/** Whom one may invite: landlords no roles above theirs. */
const rolesFor = (role: Role): readonly Role[] =>
  role === "admin" ? ["tenant", "maintenance", "landlord", "admin"] : ["tenant", "maintenance"];

const hints: Record<Role, string> = {
  tenant: "Joins the lease of the unit. Without a running lease one begins today.",
  maintenance: "Sees and works the orders of these buildings.",
  landlord: "Manages these buildings and the people in them. More can be added later.",
  admin: "Sees and may change everything, including other accounts.",
};

type Made = Invitation & { link: string | null };

/** Invites somebody, then shows the link to pass on where the mail does not arrive. */
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
      description={`A mail is on its way to ${made.email}.`}
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
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("tenant");
  const [unitId, setUnitId] = useState("");
  const [propertyIds, setPropertyIds] = useState<number[]>([]);
  const [allBuildings, setAllBuildings] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [key] = useState(() => newKey());
  const [attempt, setAttempt] = useState(0);
  const invite = useInvite();

  const send = () => {
    const checked = z.safeParse(newInvitation, {
      email,
      role,
      ...(role === "tenant" && unitId !== "" ? { unitId: Number(unitId) } : {}),
      ...(role === "landlord" || (role === "maintenance" && !allBuildings) ? { propertyIds } : {}),
      ...(role === "maintenance" && allBuildings ? { allBuildings } : {}),
    });
    const found: Record<string, string> = {};
    for (const issue of checked.error?.issues ?? []) found[String(issue.path[0])] ??= issue.message;
    if (role === "tenant" && unitId === "") found.unitId = "Please choose the unit of this tenant.";
    if (role === "maintenance" && !allBuildings && propertyIds.length === 0)
      found.propertyIds = "Please choose at least one building.";
    setErrors(found);
    if (!checked.success || Object.keys(found).length > 0) return;
    invite.mutate(
      { ...checked.data, key: `${key}-${attempt}` },
      {
        onSuccess: onMade,
        onError: (error) => {
          // What was answered is settled: with other contents it is another request.
          if (error instanceof ApiError) setAttempt(attempt + 1);
          setErrors(fieldErrorsOf(error));
        },
      },
    );
  };
  const isBeneathField = ["email", "unitId", "propertyIds"].some((name) => errors[name] !== undefined);
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title="Invite somebody"
      description="They get a mail with a link that works once, for 48 hours and for this address only."
      submitLabel="Send invitation"
      busyLabel="Inviting..."
      isBusy={invite.isPending}
      onSubmit={send}
    >
      {invite.error !== null && !isBeneathField && (
        <Banner kind="danger" title={userMessageOf(invite.error)} />
      )}
      <Field label="Email" error={errors.email} isRequired>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Role" hint={hints[role]} error={errors.role} isRequired>
        <Select
          value={role}
          options={rolesFor(ownRole).map((value) => ({ value, label: roleLabels[value] }))}
          onChange={(event) => setRole(event.target.value as Role)}
        />
      </Field>
      {role === "maintenance" && ownRole === "admin" && (
        <Checkbox
          label="All buildings, also those to come"
          checked={allBuildings}
          onChange={(event) => setAllBuildings(event.target.checked)}
        />
      )}
      {role !== "admin" && !(role === "maintenance" && allBuildings) && (
        <WithBuildings>
          {(buildings) =>
            buildings.length === 0 ? (
              <p className="text-ink-soft">There is no building yet. Please add one first.</p>
            ) : role === "tenant" ? (
              <UnitOfBuilding
                buildings={buildings}
                unitId={unitId}
                error={errors.unitId}
                onChange={setUnitId}
              />
            ) : (
              <BuildingsChoice
                buildings={buildings}
                chosen={propertyIds}
                error={errors.propertyIds}
                onChange={setPropertyIds}
              />
            )
          }
        </WithBuildings>
      )}
    </FormDialog>
  );
}
