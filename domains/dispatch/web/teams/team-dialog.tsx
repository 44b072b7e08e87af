import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { useProperties } from "#web/list/filters.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { createTeam, listStaff, type Team, team as teamShape } from "../../contract.ts";
import { describeCoverage, describeSelection, worksAt } from "../descriptions.ts";
import { useSaveTeam } from "../mutations.ts";
import { PropertyField } from "../property-field.tsx";

type TeamValues = z.output<typeof createTeam.body>;
type TeamForm = ReturnType<typeof useContractForm<TeamValues, TeamValues>>;

/** Edits the team, or adds a new one if there is none. */
export const TeamDialog = ({ team, onClose }: { team?: Team; onClose: () => void }) =>
  team === undefined ? <NewTeam onClose={onClose} /> : <EditTeam team={team} onClose={onClose} />;

function NewTeam({ onClose }: { onClose: () => void }) {
  const properties = useProperties();
  const [onlyProperty] = properties.length === 1 ? properties : [];
  const form = useContractForm(createTeam.body, {
    name: "",
    propertyId: onlyProperty?.id ?? null,
    memberIds: [] as number[],
  });
  const save = useSaveTeam(undefined);
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      onClose={onClose}
      title="New Team"
      description="A group of maintenance staff who share work orders."
      submitLabel="Add Team"
      isBusy={save.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) =>
        save.mutate({ body }, { onSuccess: onClose, onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={save.error} form={form} />
      <TeamFields form={form} />
    </FormDialog>
  );
}

function EditTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  const { id: userId } = useUser();
  const [base, setBase] = useState(team);
  const form = useContractForm(createTeam.body, toTeamValues(team));
  const save = useSaveTeam(team);
  const canWrite = useIsServerReachable();
  const savedTeam = getCurrentRecord(teamShape, save.error);
  const staff = useQuery(endpointQuery(listStaff, {})).data ?? [];
  const properties = useProperties();
  const describeValues = () => {
    const { name, propertyId, memberIds } = form.getValues();
    const selectedPeople = [...staff, ...base.members].filter(
      ({ id }, index, people) =>
        memberIds.includes(id) && people.findIndex((person) => person.id === id) === index,
    );
    return {
      name,
      properties: describeSelection(propertyId, base, { properties, userId }),
      members: selectedPeople.map(({ fullName }) => fullName).join(", "),
    };
  };
  return (
    <EditDialog
      title="Edit Team"
      description={null}
      base={base}
      setBase={setBase}
      edit={save}
      current={savedTeam}
      compare={(current) =>
        compareFields(
          { name: "Name", properties: "Properties", members: "People" },
          {
            name: current.name,
            properties: describeCoverage(current, userId),
            members: current.members.map(({ fullName }) => fullName).join(", "),
          },
          describeValues(),
        )
      }
      onSave={({ version }) =>
        void form.handleSubmit((body) =>
          save.mutate({ body, version }, { onSuccess: onClose, onError: showFieldErrors(form) }),
        )()
      }
      onKeepSaved={(current) => {
        form.reset(toTeamValues(current));
        save.reset();
      }}
      onClose={onClose}
      isDisabled={!canWrite}
    >
      {savedTeam === undefined && <FormError error={save.error} form={form} />}
      <TeamFields form={form} team={base} />
    </EditDialog>
  );
}

/** Leaves out members who no longer get work orders, so saving removes them from the team. */
const toTeamValues = ({ name, property, members }: Team): TeamValues => ({
  name,
  propertyId: property?.id ?? null,
  memberIds: members.filter(({ canTakeWorkOrders }) => canTakeWorkOrders).map(({ id }) => id),
});

function TeamFields({ form, team }: { form: TeamForm; team?: Team }) {
  const { register, control, formState } = form;
  return (
    <>
      <Field label="Name" error={formState.errors.name?.message} isRequired>
        <Input
          {...register("name")}
          data-autofocus
          autoComplete="off"
          maxLength={80}
          placeholder="Plumbers"
        />
      </Field>
      <PropertyField control={control} name="propertyId" label="Properties" subject={team} />
      <MembersField control={control} />
    </>
  );
}

function MembersField({ control }: { control: Control<TeamValues, unknown, TeamValues> }) {
  const { field, fieldState } = useController({ control, name: "memberIds" });
  const propertyId = useWatch({ control, name: "propertyId" });
  const staff = useQuery(endpointQuery(listStaff, {}));
  // A selected member stays in the list to be removed after another property is chosen.
  const people = (staff.data ?? []).filter(
    (person) => field.value.includes(person.id) || worksAt(person, propertyId),
  );
  const error = staff.isError ? "Couldn't load maintenance staff." : fieldState.error?.message;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">People</legend>
      {error !== undefined && (
        <p role="alert" className="mb-1 text-red-text text-sm">
          {error}
        </p>
      )}
      {staff.data !== undefined && people.length === 0 && (
        <p className="text-ink-soft">No maintenance staff at these properties yet.</p>
      )}
      <div className="grid gap-x-6 sm:grid-cols-2">
        {people.map(({ id, fullName }, index) => (
          <Checkbox
            key={id}
            ref={index === 0 ? field.ref : undefined}
            label={fullName}
            checked={field.value.includes(id)}
            onChange={({ target }) =>
              field.onChange(
                target.checked ? [...field.value, id] : field.value.filter((other) => other !== id),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
