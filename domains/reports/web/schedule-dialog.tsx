import { useQuery } from "@tanstack/react-query";
import { type Control, useController } from "react-hook-form";
import type * as z from "zod/mini";
import { formatTimeZone } from "#shared/format/time-zone.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import {
  attachedFormats,
  listPossibleRecipients,
  type SavedReport,
  setReportSchedule,
} from "../saved-reports-contract.ts";
import { weekdays } from "./describe-schedule.ts";
import { useScheduleReport } from "./mutations.ts";
import { NoMailServerBanner } from "./no-mail-server-banner.tsx";

type ScheduleValues = z.output<typeof setReportSchedule.body>;

const lastDay = 31;
const weekdayOptions = weekdays.map((label, at) => ({ value: String(at + 1), label }));
const monthDayOptions = Array.from({ length: lastDay }, (_, at) => ({
  value: String(at + 1),
  label: at + 1 === lastDay ? "Last day" : `Day ${at + 1}`,
}));
const formatLabels = { pdf: "PDF", xlsx: "XLSX" } as const;

/** Sets when a saved report is emailed, to whom, and with which files. */
export function ScheduleDialog({ saved, onClose }: { saved: SavedReport; onClose: () => void }) {
  const { id: userId } = useUser();
  const { schedule: current } = saved;
  const form = useContractForm(setReportSchedule.body, {
    repeats: current?.repeats ?? "weekly",
    day: current?.day ?? 1,
    at: current?.at ?? "07:00",
    formats: current?.formats ?? ["pdf"],
    recipientIds: current?.recipients.map(({ id }) => id) ?? [userId],
  } as ScheduleValues);
  const { register, control, formState, watch, setValue } = form;
  const save = useScheduleReport(saved, onClose);
  const canWrite = useIsServerReachable();
  const isWeekly = watch("repeats") === "weekly";
  return (
    <FormDialog
      title={`Schedule “${saved.name}”`}
      description="Each recipient's copy includes only what they have access to."
      submitLabel="Save Schedule"
      isBusy={save.isPending}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((body) => save.mutate(body, { onError: showFieldErrors(form) }))}
      onClose={onClose}
    >
      <NoMailServerBanner />
      <FormError error={save.error} form={form} />
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Repeats">
          <Select
            {...register("repeats", { onChange: () => setValue("day", 1) })}
            options={[
              { value: "weekly", label: "Every week" },
              { value: "monthly", label: "Every month" },
            ]}
          />
        </Field>
        <Field label="On" error={formState.errors.day?.message}>
          <Select
            {...register("day", { valueAsNumber: true })}
            options={isWeekly ? weekdayOptions : monthDayOptions}
          />
        </Field>
        <Field label="Time" error={formState.errors.at?.message}>
          <Input {...register("at")} type="time" />
        </Field>
      </div>
      <p className="text-ink-soft text-sm">
        {current === null
          ? "The time is in the time zone of the property this report filters by, or else of your organization."
          : `The time is in ${formatTimeZone(current.timeZone)}.`}
      </p>
      <Choices
        control={control}
        name="formats"
        legend="Attached files"
        options={attachedFormats.map((value) => ({ value, label: formatLabels[value] }))}
      />
      <Recipients control={control} saved={saved} />
    </FormDialog>
  );
}

type FormControl = Control<ScheduleValues, unknown, ScheduleValues>;

function Recipients({ control, saved: { id, schedule } }: { control: FormControl; saved: SavedReport }) {
  const people = useQuery(endpointQuery(listPossibleRecipients, { params: { id } }));
  // A recipient who lost access stays in the list to be removed.
  const lostRecipients = (schedule?.recipients ?? []).filter(
    (recipient) => people.data?.every((person) => person.id !== recipient.id) === true,
  );
  const options = [
    ...lostRecipients.map((person) => ({
      value: person.id,
      label: `${person.fullName} (can't open this report)`,
    })),
    ...(people.data ?? []).map((person) => ({ value: person.id, label: person.fullName })),
  ];
  return (
    <>
      <Choices control={control} name="recipientIds" legend="Recipients" options={options} />
      {people.isError && <p className="text-red-text text-sm">Couldn't load the people who can open it.</p>}
    </>
  );
}

interface ChoicesProps {
  control: FormControl;
  name: "formats" | "recipientIds";
  legend: string;
  options: { value: ScheduleValues["formats"][number] | number; label: string }[];
}

function Choices({ control, name, legend, options }: ChoicesProps) {
  const { field, fieldState } = useController({ control, name });
  const values: readonly (string | number)[] = field.value;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {fieldState.error !== undefined && (
        <p role="alert" className="mb-1.5 text-red-text text-sm">
          {fieldState.error.message}
        </p>
      )}
      <div className="grid max-h-64 gap-x-6 overflow-y-auto sm:grid-cols-2">
        {options.map(({ value, label }, at) => (
          <Checkbox
            key={value}
            ref={at === 0 ? field.ref : undefined}
            label={label}
            checked={values.includes(value)}
            onChange={({ target }) =>
              field.onChange(target.checked ? [...values, value] : values.filter((other) => other !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
