import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { useBuildings } from "#web/list/filters.tsx";
import { endpointQuery } from "#web/query-client.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { createTeam, listStaff, type Team, team as teamShape } from "../contract.ts";
import { useSaveTeam } from "./dispatch-changes.ts";
import { PlaceField } from "./place-field.tsx";
import { reachInWords } from "./words.ts";

type Entries = z.output<typeof createTeam.body>;
type TeamForm = ReturnType<typeof useContractForm<Entries, Entries>>;

/** The team to change; without it a new one is added. */
export const TeamDialog = ({ team, onClose }: { team?: Team; onClose: () => void }) =>
  team === undefined ? <NewTeam onClose={onClose} /> : <EditTeam team={team} onClose={onClose} />;

function NewTeam({ onClose }: { onClose: () => void }) {
  const buildings = useBuildings();
  const [only] = buildings.length === 1 ? buildings : [];
  const form = useContractForm(createTeam.body, {
    name: "",
    propertyId: only?.id ?? null,
    memberIds: [] as number[],
  });
  const save = useSaveTeam(undefined);
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      onClose={onClose}
      title="New team"
      description="Maintenance staff who take the same work orders."
      submitLabel="Add team"
      isBusy={save.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) =>
        save.mutate({ body }, { onSuccess: onClose, onError: showAtFields(form) }),
      )}
    >
      <Refused error={save.error} form={form} />
      <TeamFields form={form} />
    </FormDialog>
  );
}

function EditTeam({ team, onClose }: { team: Team; onClose: () => void }) {
  const { id: userId } = useUser();
  const [base, setBase] = useState(team);
  const form = useContractForm(createTeam.body, entriesOf(team));
  const save = useSaveTeam(team);
  const canWrite = useIsServerReachable();
  const theirs = currentOf(teamShape, save.error);
  const staff = useQuery(endpointQuery(listStaff, {})).data ?? [];
  const buildings = useBuildings();
  const typedInWords = () => {
    const { name, propertyId, memberIds } = form.getValues();
    const chosen = [...staff, ...base.members].filter(
      ({ id }, at, all) => memberIds.includes(id) && all.findIndex((one) => one.id === id) === at,
    );
    return {
      name,
      buildings:
        propertyId === null
          ? reachInWords({ ...base, building: null }, userId)
          : (buildings.find(({ id }) => id === propertyId)?.name ?? ""),
      members: chosen.map(({ fullName }) => fullName).join(", "),
    };
  };
  return (
    <EditDialog
      title="Change team"
      description={null}
      base={base}
      setBase={setBase}
      edit={save}
      current={theirs}
      compare={(current) =>
        sideBySide(
          { name: "Name", buildings: "Works in", members: "People" },
          {
            name: current.name,
            buildings: reachInWords(current, userId),
            members: current.members.map(({ fullName }) => fullName).join(", "),
          },
          typedInWords(),
        )
      }
      onSave={({ version }) =>
        void form.handleSubmit((body) =>
          save.mutate({ body, version }, { onSuccess: onClose, onError: showAtFields(form) }),
        )()
      }
      onTakeTheirs={(current) => {
        form.reset(entriesOf(current));
        save.reset();
      }}
      onClose={onClose}
      isDisabled={!canWrite}
    >
      {theirs === undefined && <Refused error={save.error} form={form} />}
      <TeamFields form={form} of={base} />
    </EditDialog>
  );
}

/** Without those who get no orders any more: saving takes them out. */
const entriesOf = ({ name, building, members }: Team): Entries => ({
  name,
  propertyId: building?.id ?? null,
  memberIds: members.filter(({ getsOrders }) => getsOrders).map(({ id }) => id),
});

function TeamFields({ form, of }: { form: TeamForm; of?: Team }) {
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
      <PlaceField control={control} name="propertyId" label="Works in" of={of} />
      <MembersField control={control} />
    </>
  );
}

function MembersField({ control }: { control: Control<Entries, unknown, Entries> }) {
  const { field, fieldState } = useController({ control, name: "memberIds" });
  const propertyId = useWatch({ control, name: "propertyId" });
  const staff = useQuery(endpointQuery(listStaff, {}));
  const people = (staff.data ?? []).filter(
    ({ everywhere, propertyIds }) =>
      everywhere || (propertyId === null ? propertyIds.length > 0 : propertyIds.includes(propertyId)),
  );
  const error = staff.isError ? "The maintenance staff could not be loaded." : fieldState.error?.message;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">People</legend>
      {error !== undefined && (
        <p role="alert" className="mb-1 text-red-text text-sm">
          {error}
        </p>
      )}
      {staff.data !== undefined && people.length === 0 && (
        <p className="text-ink-soft">No maintenance staff work there yet.</p>
      )}
      <div className="grid gap-x-6 sm:grid-cols-2">
        {people.map(({ id, fullName }, at) => (
          <Checkbox
            key={id}
            ref={at === 0 ? field.ref : undefined}
            label={fullName}
            checked={field.value.includes(id)}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...field.value, id] : field.value.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
