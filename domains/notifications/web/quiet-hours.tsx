import { Controller } from "react-hook-form";
import { type PushSettings, setQuietHours } from "#domains/notifications/push-contract.ts";
import { getTimeZoneOptions } from "#domains/settings/web/time-zones.ts";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useEndQuietHours, useSetQuietHours } from "./push-mutations.ts";

const defaultHours = { from: "22:00", to: "07:00" };

/** The hours when the user gets only urgent pushes. */
export function QuietHours({
  quietHours,
  portalTimeZone,
}: Pick<PushSettings, "quietHours" | "portalTimeZone">) {
  const canWrite = useIsServerReachable();
  const form = useContractForm(setQuietHours.body, {
    ...(quietHours ?? defaultHours),
    timeZone:
      quietHours === null
        ? Intl.DateTimeFormat().resolvedOptions().timeZone
        : (quietHours.timeZone ?? portalTimeZone),
  });
  const { register, control, formState } = form;
  const saveQuietHours = useSetQuietHours();
  const endQuietHours = useEndQuietHours();
  return (
    <Section
      title="Quiet hours"
      description="Push notifications wait until quiet hours end. New or newly assigned urgent work orders still come through."
      action={quietHours === null ? <Badge tone="gray">Off</Badge> : <Badge tone="green">On</Badge>}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((body) =>
          saveQuietHours.mutate(body, { onError: showFieldErrors(form) }),
        )}
        className="space-y-4 px-(--inset) pt-4 pb-5"
      >
        <FormError error={saveQuietHours.error} form={form} />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-[8rem_8rem_1fr]">
          <Field label="From" error={formState.errors.from?.message} isRequired>
            <Input type="time" {...register("from")} />
          </Field>
          <Field label="To" error={formState.errors.to?.message} isRequired>
            <Input type="time" {...register("to")} />
          </Field>
          <Controller
            control={control}
            name="timeZone"
            render={({ field, fieldState }) => (
              <Field
                label="Time zone"
                error={fieldState.error?.message}
                isRequired
                className="max-sm:col-span-2"
              >
                <Combobox
                  options={getTimeZoneOptions(field.value ?? portalTimeZone)}
                  value={field.value ?? portalTimeZone}
                  onChange={field.onChange}
                  placeholder="Search for a city or time zone"
                />
              </Field>
            )}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!canWrite} isBusy={saveQuietHours.isPending}>
            {quietHours === null ? "Turn on quiet hours" : "Save quiet hours"}
          </Button>
          {quietHours !== null && (
            <Button
              variant="ghost"
              disabled={!canWrite}
              isBusy={endQuietHours.isPending}
              onClick={() => endQuietHours.mutate()}
            >
              Turn off
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}
