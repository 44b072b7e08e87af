import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { type Priority, priorities, priorityLabels } from "#domains/work-orders/priorities.ts";
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
import { Select } from "#web/ui/select.tsx";
import { createRule, listStaff, listTeams, type Rule, rule as ruleShape } from "../contract.ts";
import { useCreateRule, useEditRule } from "./dispatch-changes.ts";
import { PlaceField } from "./place-field.tsx";
import { matchInWords, reachInWords, targetInWords } from "./words.ts";

type Entries = z.output<typeof createRule.body>;
type RuleForm = ReturnType<typeof useContractForm<Entries, Entries>>;

const emptyRule: Entries = {
  name: "",
  propertyId: null,
  category: null,
  priorities: null,
  assigneeId: null,
  teamId: null,
};

/** A new rule, which is off; `onAdded` shows what it would do. */
export function RuleDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (rule: Rule) => void }) {
  const buildings = useBuildings();
  const [only] = buildings.length === 1 ? buildings : [];
  const form = useContractForm(createRule.body, { ...emptyRule, propertyId: only?.id ?? null });
  const create = useCreateRule();
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      onClose={onClose}
      title="New rule"
      description="It is off at first. You see next what it would have done lately."
      submitLabel="Add and try"
      isBusy={create.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) =>
        create.mutate(body, { onSuccess: onAdded, onError: showAtFields(form) }),
      )}
    >
      <Refused error={create.error} form={form} />
      <RuleFields form={form} />
    </FormDialog>
  );
}

export function EditRuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id: userId } = useUser();
  const [base, setBase] = useState(rule);
  const form = useContractForm(createRule.body, entriesOf(rule));
  const edit = useEditRule();
  const canWrite = useIsServerReachable();
  const theirs = currentOf(ruleShape, edit.error);
  const staff = useQuery(endpointQuery(listStaff, {})).data ?? [];
  const teams = useQuery(endpointQuery(listTeams, {})).data ?? [];
  const buildings = useBuildings();
  const typedInWords = () => {
    const { name, propertyId, assigneeId, teamId, ...match } = form.getValues();
    const person = staff.find(({ id }) => id === assigneeId) ?? base.assignee;
    const team = teams.find(({ id }) => id === teamId) ?? base.team;
    return {
      name,
      buildings:
        propertyId === null
          ? reachInWords({ ...base, building: null }, userId)
          : (buildings.find(({ id }) => id === propertyId)?.name ?? ""),
      match: matchInWords(match),
      target: targetInWords({ assignee: assigneeId === null ? null : person, team }),
    };
  };
  return (
    <EditDialog
      title="Change rule"
      description={rule.isOn ? "What you save counts for new work orders at once." : null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={theirs}
      compare={(current) =>
        sideBySide(
          fieldLabels,
          {
            name: current.name,
            buildings: reachInWords(current, userId),
            match: matchInWords(current),
            target: targetInWords(current),
          },
          typedInWords(),
        )
      }
      onSave={(from) =>
        void form.handleSubmit((changes) =>
          edit.mutate({ rule: from, changes }, { onSuccess: onClose, onError: showAtFields(form) }),
        )()
      }
      onTakeTheirs={(current) => {
        form.reset(entriesOf(current));
        edit.reset();
      }}
      onClose={onClose}
      isDisabled={!canWrite}
    >
      {theirs === undefined && <Refused error={edit.error} form={form} />}
      <RuleFields form={form} of={base} />
    </EditDialog>
  );
}

const entriesOf = ({ name, building, category, priorities: chosen, assignee, team }: Rule): Entries => ({
  name,
  propertyId: building?.id ?? null,
  category,
  priorities: chosen,
  assigneeId: assignee?.id ?? null,
  teamId: team?.id ?? null,
});

const fieldLabels = { name: "Name", buildings: "Where", match: "Which orders", target: "Give to" };

function RuleFields({ form, of }: { form: RuleForm; of?: Rule }) {
  const { register, control, formState } = form;
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({ control, name: "category" });
  return (
    <>
      <Field label="Name" error={formState.errors.name?.message} isRequired>
        <Input
          {...register("name")}
          data-autofocus
          autoComplete="off"
          maxLength={80}
          placeholder="Plumbing at Harborview"
        />
      </Field>
      <PlaceField control={control} name="propertyId" label="Where" of={of} />
      <Field label="Category" error={fieldState.error?.message}>
        <Select
          ref={ref}
          value={value ?? ""}
          placeholder="Any category"
          options={filterCategories.map((one) => ({ value: one, label: one }))}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        />
      </Field>
      <PrioritiesField control={control} />
      <TargetField form={form} of={of} />
    </>
  );
}

function PrioritiesField({ control }: { control: Control<Entries, unknown, Entries> }) {
  const { field } = useController({ control, name: "priorities" });
  const chosen = field.value ?? [];
  const choose = (one: Priority, isChosen: boolean) => {
    const next = priorities.filter((other) => (other === one ? isChosen : chosen.includes(other)));
    field.onChange(next.length === 0 ? null : next);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Priority</legend>
      <div className="flex flex-wrap gap-x-6">
        {priorities.map((one, at) => (
          <Checkbox
            key={one}
            ref={at === 0 ? field.ref : undefined}
            label={priorityLabels[one]}
            checked={chosen.includes(one)}
            onChange={({ target }) => choose(one, target.checked)}
          />
        ))}
      </div>
      <p className="text-ink-soft text-sm">
        {chosen.length === 0 ? "With none chosen, any priority." : "Only these priorities."}
      </p>
    </fieldset>
  );
}

/** A person or a team with somebody in the chosen buildings; the present one stays to choose even where it left. */
function TargetField({ form, of }: { form: RuleForm; of: Rule | undefined }) {
  const { control, setValue, formState } = form;
  const [propertyId, assigneeId, teamId] = useWatch({
    control,
    name: ["propertyId", "assigneeId", "teamId"],
  });
  const staff = useQuery(endpointQuery(listStaff, {}));
  const teams = useQuery(endpointQuery(listTeams, {}));
  const isLoading = staff.isPending || teams.isPending;
  const people = (staff.data ?? []).filter(
    ({ everywhere, propertyIds }) =>
      everywhere || (propertyId === null ? propertyIds.length > 0 : propertyIds.includes(propertyId)),
  );
  const fitting = (teams.data ?? []).filter(
    ({ building }) => propertyId === null || building === null || building.id === propertyId,
  );
  const value = assigneeId !== null ? `person:${assigneeId}` : teamId !== null ? `team:${teamId}` : "";
  const isMissing =
    value !== "" && !people.some(({ id }) => id === assigneeId) && !fitting.some(({ id }) => id === teamId);
  const choose = (chosen: string) => {
    const [kind, id] = chosen.split(":");
    const options = { shouldValidate: formState.isSubmitted, shouldDirty: true };
    setValue("teamId", kind === "team" ? Number(id) : null, options);
    setValue("assigneeId", kind === "person" ? Number(id) : null, options);
  };
  return (
    <Field
      label="Give to"
      hint={teams.data?.length === 0 ? "You can also make a team and give orders to it." : undefined}
      error={
        staff.isError || teams.isError
          ? "The people and teams could not be loaded."
          : (formState.errors.assigneeId?.message ?? formState.errors.teamId?.message)
      }
      isRequired
    >
      <Select
        value={value}
        placeholder={isLoading ? "Loading people and teams..." : "Choose a person or a team"}
        onChange={({ target }) => choose(target.value)}
      >
        {isMissing && (
          <option value={value}>{of === undefined ? "Not there" : `${targetInWords(of)} (not there)`}</option>
        )}
        <Options label="Teams">
          {fitting.map(({ id, name }) => (
            <option key={id} value={`team:${id}`}>
              {name}
            </option>
          ))}
        </Options>
        <Options label="People">
          {people.map(({ id, fullName }) => (
            <option key={id} value={`person:${id}`}>
              {fullName}
            </option>
          ))}
        </Options>
      </Select>
    </Field>
  );
}

const Options = ({ label, children }: { label: string; children: ReactNode[] }) =>
  children.length > 0 && <optgroup label={label}>{children}</optgroup>;
