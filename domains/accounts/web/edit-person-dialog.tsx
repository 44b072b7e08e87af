import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { editPerson } from "#domains/accounts/people-contract.ts";
import { readPerson } from "#domains/accounts/people-contract.ts";
import { BuildingsChoice, WithBuildings } from "#domains/accounts/web/building-choice.tsx";
import { useEditPerson } from "#domains/accounts/web/people-changes.ts";
import { PersonState } from "#domains/accounts/web/person-state.tsx";
import { SecondFactorOf } from "#domains/accounts/web/second-factor-of.tsx";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import type { ResponseOf, SentBodyOf } from "#shared/http/endpoint.ts";
import { type Role, roles } from "#shared/roles.ts";
import { userMessageOf } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

type Details = ResponseOf<typeof readPerson>;
interface Entries {
  fullName: string;
  role: Role;
  allBuildings: boolean;
  propertyIds: number[];
}

/** One person: the facts, and for an administrator name, role and buildings to change. */
export function EditPersonDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const person = useQuery({
    ...endpointQuery(readPerson, { params: { id } }),
    enabled: Number.isSafeInteger(id),
    refetchOnMount: "always",
  });
  const formId = useId();
  const edit = useEditPerson();
  const me = useUser();
  const canWrite = useIsServerReachable();
  const mayEdit = person.data !== undefined && id !== me.id;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={person.data?.fullName ?? "Person"}
      titleAside={person.data !== undefined && <PersonState state={person.data.state} />}
      description={person.data?.email ?? null}
      footer={
        mayEdit ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              disabled={!canWrite}
              isBusy={edit.isPending}
              busyLabel="Saving..."
            >
              Save Changes
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      {person.isPending && Number.isSafeInteger(id) && <SkeletonRows count={4} />}
      {(person.isError || !Number.isSafeInteger(id)) && person.data === undefined && (
        <ErrorState
          title="This person could not be loaded."
          error={person.error}
          onRetry={() => void person.refetch()}
        />
      )}
      {person.data !== undefined && (
        <>
          <Facts person={person.data} />
          {mayEdit ? (
            <PersonForm formId={formId} now={person.data} edit={edit} onSaved={onClose} />
          ) : (
            <Banner kind="info" title="This is your own account">
              Name and password are on your profile. Another administrator can change your role.
            </Banner>
          )}
        </>
      )}
    </Dialog>
  );
}

function Facts({ person }: { person: Details }) {
  const facts: [string, ReactNode][] = [
    ["Company", person.company],
    ["Units", person.units.map(({ label }) => label).join("; ")],
    ["Claims", person.claimedUnit?.label],
    ["Since", formatDay(person.createdAt)],
    ["Invited by", person.invitation?.invitedBy],
    ["Last sign-in", person.lastSignInAt === null ? "Never" : formatMoment(person.lastSignInAt)],
    ["Two-factor sign-in", person.hasSecondFactor === null ? null : <SecondFactorOf person={person} />],
    ["Open work orders", person.openOrdersAssigned === 0 ? null : String(person.openOrdersAssigned)],
    ["Disabled because", person.disabledReason],
  ];
  return (
    <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      {facts
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

const entriesOf = ({ fullName, role, allBuildings, propertyIds }: Details): Entries => ({
  fullName,
  role,
  allBuildings,
  // A tenant's buildings are those of the lease, and not to be chosen here.
  propertyIds: role === "tenant" ? [] : propertyIds,
});

interface PersonFormProps {
  formId: string;
  /** As the server has it; it may change under the form. */
  now: Details;
  edit: ReturnType<typeof useEditPerson>;
  onSaved: () => void;
}

function PersonForm({ formId, now, edit, onSaved }: PersonFormProps) {
  // What the person started from: it is sent along, so that nobody's change in between is overwritten unseen.
  const [base, setBase] = useState(now);
  const [entries, setEntries] = useState(entriesOf(now));
  const change = (some: Partial<Entries>) => setEntries({ ...entries, ...some });
  const isStale = now.version !== base.version;
  if (isStale && Object.keys(changesBetween(entriesOf(base), entries)).length === 0) {
    // Nothing was typed yet: the newer version is what one starts from.
    setBase(now);
    setEntries(entriesOf(now));
  }
  const errors = fieldErrorsOf(edit.error);
  const save = (from: Details) =>
    edit.mutate(
      { id: from.id, version: from.version, changes: changesBetween(entriesOf(from), entries) },
      { onSuccess: onSaved },
    );
  const start = (role: Role) =>
    change({ role, allBuildings: false, propertyIds: role === base.role ? entriesOf(base).propertyIds : [] });
  return (
    <form
      id={formId}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save(base);
      }}
    >
      {isStale ? (
        <ConflictNotice
          message={
            edit.error === null ? "Somebody changed this person in the meantime." : userMessageOf(edit.error)
          }
          differences={differencesOf(entriesOf(now), entries)}
          isBusy={edit.isPending}
          onTakeTheirs={() => {
            setBase(now);
            setEntries(entriesOf(now));
            edit.reset();
          }}
          onKeepYours={() => {
            setBase(now);
            save(now);
          }}
        />
      ) : (
        edit.error !== null &&
        Object.keys(errors).length === 0 && <Banner kind="danger" title={userMessageOf(edit.error)} />
      )}
      <Field label="Full name" error={errors.fullName} isRequired>
        <Input
          value={entries.fullName}
          maxLength={120}
          onChange={(event) => change({ fullName: event.target.value })}
        />
      </Field>
      <Field
        label="Role"
        hint={
          entries.role === base.role
            ? undefined
            : "Another role signs them out everywhere. Buildings and open work orders of the present role are taken back."
        }
        error={errors.role}
        isRequired
      >
        <Select
          value={entries.role}
          options={roles.map((value) => ({ value, label: roleLabels[value] }))}
          onChange={(event) => start(event.target.value as Role)}
        />
      </Field>
      {entries.role === "maintenance" && (
        <Checkbox
          label="All buildings, also those to come"
          checked={entries.allBuildings}
          onChange={(event) => change({ allBuildings: event.target.checked })}
        />
      )}
      {(entries.role === "landlord" || (entries.role === "maintenance" && !entries.allBuildings)) && (
        <WithBuildings>
          {(buildings) => (
            <BuildingsChoice
              buildings={buildings}
              chosen={entries.propertyIds}
              error={errors.propertyIds}
              onChange={(propertyIds) => change({ propertyIds })}
            />
          )}
        </WithBuildings>
      )}
      {entries.role === "tenant" && base.role !== "tenant" && (
        <p className="text-ink-soft">A tenant sees nothing until you add them to a lease.</p>
      )}
    </form>
  );
}

const fieldLabels = {
  fullName: "Full name",
  role: "Role",
  allBuildings: "All buildings",
  propertyIds: "Buildings",
} as const satisfies Record<keyof Entries, string>;

const differencesOf = (theirs: Entries, yours: Entries) =>
  (Object.keys(changesBetween(theirs, yours)) as (keyof Entries)[]).map((field) => ({
    field: fieldLabels[field],
    theirs: inWords(theirs, field),
    yours: inWords(yours, field),
  }));

function inWords(entries: Entries, field: keyof Entries): string {
  if (field === "role") return roleLabels[entries.role];
  if (field === "allBuildings") return entries.allBuildings ? "Yes" : "No";
  if (field === "propertyIds") return `${entries.propertyIds.length} chosen`;
  return entries.fullName;
}

/** Only what the person changed is sent. */
function changesBetween(before: Entries, after: Entries): SentBodyOf<typeof editPerson> {
  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join();
  return {
    ...(before.fullName === after.fullName ? {} : { fullName: after.fullName }),
    ...(before.role === after.role ? {} : { role: after.role }),
    ...(before.allBuildings === after.allBuildings ? {} : { allBuildings: after.allBuildings }),
    ...(sorted(before.propertyIds) === sorted(after.propertyIds) && before.role === after.role
      ? {}
      : after.role === "landlord" || after.role === "maintenance"
        ? { propertyIds: after.propertyIds }
        : {}),
  };
}
