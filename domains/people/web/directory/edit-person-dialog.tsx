import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "wouter";
import * as z from "zod/mini";
import { useSendsEmails } from "#domains/accounts/web/sign-in/no-emails.ts";
import { outboxPath } from "#domains/notifications/paths.ts";
import { editPerson, readPerson } from "#domains/people/people-contract.ts";
import {
  useEditPerson,
  useResetTwoFactor,
  useUnlinkWorkAccount,
} from "#domains/people/web/directory/mutations.ts";
import { PersonState } from "#domains/people/web/directory/person-state.tsx";
import { PropertiesField, WithProperties } from "#domains/people/web/directory/property-fields.tsx";
import { listPropertyOptions, type PropertyOption } from "#domains/properties/choices-contract.ts";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { roles } from "#shared/roles.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { CompanyLinks } from "#web/ui/faces/company-link.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";

type PersonWithDetails = ResponseOf<typeof readPerson>;

const formShape = z.required(z.omit(editPerson.body, { version: true }));
type PersonEntries = z.output<typeof formShape>;

/** The details of a person. Administrators can change the name, role, and properties. */
export function EditPersonDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const person = useQuery({
    ...endpointQuery(readPerson, { params: { id } }),
    enabled: Number.isSafeInteger(id),
    refetchOnMount: "always",
  });
  const me = useUser();
  if (person.data !== undefined && id !== me.id)
    return <EditPerson current={person.data} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      isInUrl
      onClose={onClose}
      title={person.data?.fullName ?? "Person"}
      titleAside={person.data !== undefined && <PersonState state={person.data.state} />}
      description={person.data?.email ?? null}
    >
      {person.data !== undefined ? (
        <>
          <PersonDetails person={person.data} />
          <Banner kind="info" title="This is your own account">
            Change your name and password in your profile. Another administrator can change your role.
          </Banner>
        </>
      ) : person.isError || !Number.isSafeInteger(id) ? (
        <ErrorState
          title="Couldn't load this person."
          error={person.error}
          onRetry={() => void person.refetch()}
        />
      ) : (
        <SkeletonRows count={4} />
      )}
    </Dialog>
  );
}

/** `current` is the person as last fetched. It might change while the form is open. */
function EditPerson({ current, onClose }: { current: PersonWithDetails; onClose: () => void }) {
  const [base, setBase] = useState(current);
  const form = useContractForm(formShape, toEntries(current));
  const { register, control, formState, reset, setValue } = form;
  const { errors, isDirty } = formState;
  const [role, hasAllProperties] = useWatch({ control, name: ["role", "hasAllProperties"] });
  const draft = useDraft(form, `person:${base.id}`, base.version);
  const edit = useEditPerson(draft.clearThen(onClose));
  const propertyOptions = useQuery(endpointQuery(listPropertyOptions, {}));
  const canWrite = useIsServerReachable();
  // Until the user types something, the edit is based on the newest version.
  if (!isDirty && base !== current) setBase(current);
  const filledFromRef = useRef(base);
  useEffect(() => {
    if (!isDirty && filledFromRef.current !== base) reset(toEntries(base));
    filledFromRef.current = base;
  }, [base, isDirty, reset]);
  const save = (basePerson: PersonWithDetails) =>
    form.handleSubmit((entries) =>
      edit.mutate(
        {
          id: basePerson.id,
          version: basePerson.version,
          changes: getChanges(toEntries(basePerson), entries),
        },
        { onError: showFieldErrors(form) },
      ),
    )();
  return (
    <EditDialog
      draft={draft}
      isInUrl
      title={current.fullName}
      titleAside={<PersonState state={current.state} />}
      description={current.email}
      base={base}
      setBase={setBase}
      edit={edit}
      current={current}
      compare={(savedPerson) =>
        compareFields(
          fieldLabels,
          describeEntries(toEntries(savedPerson), propertyOptions.data),
          describeEntries(form.getValues(), propertyOptions.data),
        )
      }
      onSave={save}
      onKeepSaved={(savedPerson) => {
        reset(toEntries(savedPerson));
        edit.reset();
      }}
      onClose={onClose}
      isDisabled={!canWrite}
    >
      <PersonDetails person={current} />
      {current.version === base.version && <FormError error={edit.error} form={form} />}
      <Field label={fieldLabels.fullName} error={errors.fullName?.message} isRequired>
        <Input {...register("fullName")} maxLength={120} />
      </Field>
      <Field
        label={fieldLabels.role}
        hint={
          role === base.role
            ? undefined
            : "Changing the role signs them out everywhere and removes their current properties and open work orders."
        }
        error={errors.role?.message}
        isRequired
      >
        <Select
          {...register("role", {
            onChange: ({ target }) => {
              setValue("hasAllProperties", false);
              setValue("propertyIds", target.value === base.role ? toEntries(base).propertyIds : []);
            },
          })}
          options={roles.map((value) => ({ value, label: roleLabels[value] }))}
        />
      </Field>
      {role === "maintenance" && (
        <Checkbox {...register("hasAllProperties")} label="All properties, including ones added later" />
      )}
      {(role === "landlord" || (role === "maintenance" && !hasAllProperties)) && (
        <WithProperties>
          {(properties) => <PropertiesField properties={properties} control={control} name="propertyIds" />}
        </WithProperties>
      )}
      {role === "tenant" && base.role !== "tenant" && (
        <p className="text-ink-soft">Tenants see nothing until you add them to a lease.</p>
      )}
    </EditDialog>
  );
}

function PersonDetails({ person }: { person: PersonWithDetails }) {
  const sendsEmails = useSendsEmails();
  const details: [string, ReactNode][] = [
    ["Company", person.companies.length === 0 ? null : <CompanyLinks companies={person.companies} />],
    ["Units", person.units.map(({ label }) => label).join("; ")],
    ["Requested unit", person.requestedUnit?.label],
    ["Member since", formatDay(person.createdAt)],
    ["Invited by", person.invitation?.invitedBy],
    ["Last sign-in", person.lastSignInAt === null ? "Never" : formatMoment(person.lastSignInAt)],
    ["Password reset", sendsEmails ? null : <PasswordResetHelp email={person.email} />],
    ["Two-factor authentication", person.hasTwoFactor === null ? null : <PersonTwoFactor person={person} />],
    ["Work account", person.workAccount === null ? null : <PersonWorkAccount person={person} />],
    ["Open work orders", person.openWorkOrderCount === 0 ? null : String(person.openWorkOrderCount)],
    ["Reason for disabling", person.disabledReason],
  ];
  return (
    <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {details
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** How an administrator passes on a reset link if the portal has no email server. */
const PasswordResetHelp = ({ email }: { email: string }) => (
  <>
    Ask them to request a link under Forgot Password on the sign-in page. Then copy it from{" "}
    <Link
      href={`${outboxPath}?q=${encodeURIComponent(email)}`}
      className="rounded-sm underline underline-offset-4"
    >
      their emails
    </Link>
    .
  </>
);

const toEntries = ({ fullName, role, hasAllProperties, propertyIds }: PersonWithDetails): PersonEntries => ({
  fullName,
  role,
  hasAllProperties,
  // A tenant's properties follow from the lease and can't be selected here.
  propertyIds: role === "tenant" ? [] : propertyIds,
});

const fieldLabels = {
  fullName: "Full name",
  role: "Role",
  hasAllProperties: "All properties",
  propertyIds: "Properties",
} as const satisfies Record<keyof PersonEntries, string>;

const describeEntries = (
  { fullName, role, hasAllProperties, propertyIds }: PersonEntries,
  propertyOptions: readonly PropertyOption[] = [],
): Record<keyof PersonEntries, string> => ({
  fullName,
  role: roleLabels[role],
  hasAllProperties: hasAllProperties ? "Yes" : "No",
  propertyIds: propertyOptions
    .filter(({ id }) => propertyIds.includes(id))
    .map(({ name }) => name)
    .join(", "),
});

/** Returns only the changed fields. */
function getChanges(before: PersonEntries, after: PersonEntries): SentBodyOf<typeof editPerson> {
  const toSortedText = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join();
  return {
    ...(before.fullName === after.fullName ? {} : { fullName: after.fullName }),
    ...(before.role === after.role ? {} : { role: after.role }),
    ...(before.hasAllProperties === after.hasAllProperties
      ? {}
      : { hasAllProperties: after.hasAllProperties }),
    ...(toSortedText(before.propertyIds) === toSortedText(after.propertyIds) && before.role === after.role
      ? {}
      : after.role === "landlord" || after.role === "maintenance"
        ? { propertyIds: after.propertyIds }
        : {}),
  };
}

/**
 * The status of a person's two-factor authentication. An administrator can turn it off if the person lost
 * their phone.
 */
function PersonTwoFactor({ person }: { person: ResponseOf<typeof readPerson> }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const turnOff = useResetTwoFactor();
  const canWrite = useIsServerReachable();
  const me = useUser();
  if (person.hasTwoFactor !== true) return "Off";
  const close = () => setIsConfirming(false);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      On
      {person.id !== me.id && (
        <Button size="sm" disabled={!canWrite} onClick={() => setIsConfirming(true)}>
          Turn off
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={close}
        title={`Turn off two-factor authentication for ${person.fullName}?`}
        description="Use this if they've lost both their phone and their recovery codes. Make sure the request really comes from them. They'll be signed out everywhere, notified by email, and can sign in with just their password until they set it up again."
        confirmLabel="Turn off"
        busyLabel="Turning off..."
        isBusy={turnOff.isPending}
        isDestructive
        onConfirm={() => turnOff.mutate(person, { onSettled: close })}
      />
    </span>
  );
}

/** The address of a person's work account. An administrator can unlink it. */
function PersonWorkAccount({ person }: { person: ResponseOf<typeof readPerson> }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const unlink = useUnlinkWorkAccount();
  const canWrite = useIsServerReachable();
  const me = useUser();
  const close = () => setIsConfirming(false);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {person.workAccount?.email ?? "Linked"}
      {person.id !== me.id && (
        <Button size="sm" disabled={!canWrite} onClick={() => setIsConfirming(true)}>
          Unlink
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={close}
        title={`Unlink ${person.fullName}'s work account?`}
        description="Use this if their work account was replaced by a new one. They'll be signed out everywhere and their API tokens will stop working. The next work account that signs in with their verified address will be linked."
        confirmLabel="Unlink"
        busyLabel="Unlinking..."
        isBusy={unlink.isPending}
        isDestructive
        onConfirm={() => unlink.mutate(person, { onSettled: close })}
      />
    </span>
  );
}
