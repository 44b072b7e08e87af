import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Control, useController, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { type Priority, priorities, priorityLabels } from "#domains/work-orders/priorities.ts";
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
import { Select } from "#web/ui/forms/select.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { createRule, listStaff, listTeams, type Rule, rule as ruleShape } from "../../contract.ts";
import {
  describeConditions,
  describeCoverage,
  describeSelection,
  describeTarget,
  worksAt,
} from "../descriptions.ts";
import { useCreateRule, useEditRule } from "../mutations.ts";
import { PropertyField } from "../property-field.tsx";

type RuleValues = z.output<typeof createRule.body>;
type RuleForm = ReturnType<typeof useContractForm<RuleValues, RuleValues>>;

const emptyRule: RuleValues = {
  name: "",
  propertyId: null,
  category: null,
  priorities: null,
  assigneeId: null,
  teamId: null,
};

/** Adds a rule, which starts off. `onAdded` then opens its preview. */
export function NewRuleDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (rule: Rule) => void }) {
  const properties = useProperties();
  const [onlyProperty] = properties.length === 1 ? properties : [];
  const form = useContractForm(createRule.body, { ...emptyRule, propertyId: onlyProperty?.id ?? null });
  const create = useCreateRule();
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      onClose={onClose}
      title="New Rule"
      description="A new rule is off until you turn it on. Next, you'll see how it would have assigned recent work orders."
      submitLabel="Add and Preview"
      isBusy={create.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) =>
        create.mutate(body, { onSuccess: onAdded, onError: showFieldErrors(form) }),
      )}
    >
      <FormError error={create.error} form={form} />
      <RuleFields form={form} />
    </FormDialog>
  );
}

export function EditRuleDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { id: userId } = useUser();
  const [base, setBase] = useState(rule);
  const form = useContractForm(createRule.body, toRuleValues(rule));
  const edit = useEditRule();
  const canWrite = useIsServerReachable();
  const savedRule = getCurrentRecord(ruleShape, edit.error);
  const staff = useQuery(endpointQuery(listStaff, {})).data ?? [];
  const teams = useQuery(endpointQuery(listTeams, {})).data ?? [];
  const properties = useProperties();
  const describeValues = () => {
    const { name, propertyId, assigneeId, teamId, ...match } = form.getValues();
    const person = staff.find(({ id }) => id === assigneeId) ?? base.assignee;
    const team = teams.find(({ id }) => id === teamId) ?? base.team;
    return {
      name,
      properties: describeSelection(propertyId, base, { properties, userId }),
      match: describeConditions(match),
      target: describeTarget({ assignee: assigneeId === null ? null : person, team }),
    };
  };
  return (
    <EditDialog
      title="Edit Rule"
      description={rule.isOn ? "Changes apply to new work orders right away." : null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={savedRule}
      compare={(current) =>
        compareFields(
          fieldLabels,
          {
            name: current.name,
            properties: describeCoverage(current, userId),
            match: describeConditions(current),
            target: describeTarget(current),
          },
          describeValues(),
        )
      }
      onSave={(baseRule) =>
        void form.handleSubmit((changes) =>
          edit.mutate({ rule: baseRule, changes }, { onSuccess: onClose, onError: showFieldErrors(form) }),
        )()
      }
      onKeepSaved={(current) => {
        form.reset(toRuleValues(current));
        edit.reset();
      }}
      onClose={onClose}
      isDisabled={!canWrite}
    >
      {savedRule === undefined && <FormError error={edit.error} form={form} />}
      <RuleFields form={form} rule={base} />
    </EditDialog>
  );
}

const toRuleValues = ({ name, property, category, priorities, assignee, team }: Rule): RuleValues => ({
  name,
  propertyId: property?.id ?? null,
  category,
  priorities,
  assigneeId: assignee?.id ?? null,
  teamId: team?.id ?? null,
});

const fieldLabels = { name: "Name", properties: "Where", match: "Conditions", target: "Assign to" };

function RuleFields({ form, rule }: { form: RuleForm; rule?: Rule }) {
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
      <PropertyField control={control} name="propertyId" label="Where" subject={rule} />
      <Field label="Category" error={fieldState.error?.message}>
        <Select
          ref={ref}
          value={value ?? ""}
          placeholder="Any category"
          options={filterCategories.map((value) => ({ value, label: value }))}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        />
      </Field>
      <PrioritiesField control={control} />
      <TargetField form={form} rule={rule} />
    </>
  );
}

function PrioritiesField({ control }: { control: Control<RuleValues, unknown, RuleValues> }) {
  const { field } = useController({ control, name: "priorities" });
  const selectedPriorities = field.value ?? [];
  const toggle = (priority: Priority, isSelected: boolean) => {
    const newPriorities = priorities.filter((other) =>
      other === priority ? isSelected : selectedPriorities.includes(other),
    );
    field.onChange(newPriorities.length === 0 ? null : newPriorities);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Priority</legend>
      <div className="flex flex-wrap gap-x-6">
        {priorities.map((priority, index) => (
          <Checkbox
            key={priority}
            ref={index === 0 ? field.ref : undefined}
            label={priorityLabels[priority]}
            checked={selectedPriorities.includes(priority)}
            onChange={({ target }) => toggle(priority, target.checked)}
          />
        ))}
      </div>
      <p className="text-ink-soft text-sm">
        {selectedPriorities.length === 0 ? "Leave blank for any priority." : "Only these priorities."}
      </p>
    </fieldset>
  );
}

/**
 * Selects a person or a team with someone at the rule's properties. The current assignee stays selectable
 * even if they no longer work there.
 */
function TargetField({ form, rule }: { form: RuleForm; rule: Rule | undefined }) {
  const { control, setValue, formState } = form;
  const [propertyId, assigneeId, teamId] = useWatch({
    control,
    name: ["propertyId", "assigneeId", "teamId"],
  });
  const staff = useQuery(endpointQuery(listStaff, {}));
  const teams = useQuery(endpointQuery(listTeams, {}));
  const isLoading = staff.isPending || teams.isPending;
  const people = (staff.data ?? []).filter((person) => worksAt(person, propertyId));
  const availableTeams = (teams.data ?? []).filter(
    ({ property }) => propertyId === null || property === null || property.id === propertyId,
  );
  const value = assigneeId !== null ? `person:${assigneeId}` : teamId !== null ? `team:${teamId}` : "";
  const isMissing =
    value !== "" &&
    !people.some(({ id }) => id === assigneeId) &&
    !availableTeams.some(({ id }) => id === teamId);
  const select = (option: string) => {
    const [kind, id] = option.split(":");
    const options = { shouldValidate: formState.isSubmitted, shouldDirty: true };
    setValue("teamId", kind === "team" ? Number(id) : null, options);
    setValue("assigneeId", kind === "person" ? Number(id) : null, options);
  };
  return (
    <Field
      label="Assign to"
      hint={teams.data?.length === 0 ? "You can also create a team and assign work orders to it." : undefined}
      error={
        staff.isError || teams.isError
          ? "Couldn't load people and teams."
          : (formState.errors.assigneeId?.message ?? formState.errors.teamId?.message)
      }
      isRequired
    >
      <Select
        value={value}
        placeholder={isLoading ? "Loading people and teams..." : "Select a person or team"}
        onChange={({ target }) => select(target.value)}
      >
        {isMissing && (
          <option value={value}>
            {rule === undefined ? "Not at this property" : `${describeTarget(rule)} (not at this property)`}
          </option>
        )}
        <Options label="Teams">
          {availableTeams.map(({ id, name }) => (
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
