import { useState } from "react";
import { type FieldErrors, FormProvider } from "react-hook-form";
import { roles } from "#shared/roles.ts";
import { toUserMessage } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Button } from "#web/ui/button.tsx";
import { ConflictNotice } from "#web/ui/forms/conflict-notice.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { sumShares } from "../breakdown.ts";
import { type Settings, settings as settingsShape } from "../contract.ts";
import {
  fieldLabels,
  type SettingsFieldName,
  type SettingsFormValues,
  settingsForm,
  toFormValues,
} from "./form-values.ts";
import { useSaveSettings } from "./mutations.ts";
import {
  AddressSection,
  ContactSection,
  DocumentSection,
  NameSection,
  RegistrationSection,
  TwoFactorSection,
} from "./organization-sections.tsx";
import { BreakdownSection, PaymentSection } from "./payment-sections.tsx";

/** The organization's settings. Sends only the changed fields, with the version they're based on. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [base, setBase] = useState(settings);
  const form = useContractForm(settingsForm, toFormValues(settings), { mode: "onTouched" });
  const { formState, handleSubmit, reset, getValues } = form;
  const { dirtyFields, isDirty } = formState;
  const draft = useDraft(form, "settings", base.version);
  const {
    mutate,
    isPending,
    error,
    reset: clearError,
  } = useSaveSettings((saved) => {
    setBase(saved);
    reset(toFormValues(saved));
    draft.clear();
  });
  const canWrite = useIsServerReachable();
  const savedSettings = getCurrentRecord(settingsShape, error);

  const save = (version: number) =>
    handleSubmit((entries) => {
      // The total below the shares shows the missing percentage.
      if (sumShares(entries) !== 1_000) return form.setFocus("rentSharePermille");
      const changedFields = (Object.keys(dirtyFields) as SettingsFieldName[]).filter((field) =>
        Boolean(dirtyFields[field]),
      );
      const body = Object.fromEntries(changedFields.map((field) => [field, entries[field]]));
      mutate({ body, version }, { onError: showFieldErrors(form) });
    }, showFirstError);
  const resetTo = (from: Settings, { keepDirtyValues }: { keepDirtyValues: boolean }) => {
    setBase(from);
    reset(toFormValues(from), { keepDirtyValues });
    clearError();
  };

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save(base.version)}>
        {savedSettings !== undefined && (
          <div className="mb-4">
            <ConflictNotice
              message={toUserMessage(error)}
              differences={getDifferences(base, savedSettings, getValues())}
              onKeepSaved={() => resetTo(savedSettings, { keepDirtyValues: false })}
              onKeepEdited={() => {
                resetTo(savedSettings, { keepDirtyValues: true });
                void save(savedSettings.version)();
              }}
            />
          </div>
        )}
        <div className="mb-4 empty:hidden">
          <DraftNotice draft={draft} />
        </div>
        <div className="max-w-160 space-y-6">
          <NameSection logo={settings.logo} />
          <AddressSection />
          <ContactSection />
          <PaymentSection />
          <BreakdownSection />
          <DocumentSection />
          <RegistrationSection isFromEnvironment={base.isRegistrationFromEnvironment} />
          <TwoFactorSection />
        </div>
        {isDirty && (
          <div
            data-form-bar
            className="sticky bottom-0 z-10 -mx-1 mt-4 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-raised px-4 py-3 shadow-float max-sm:*:[button]:flex-1 sm:bottom-4 [@media(height<500px)]:static"
          >
            <p role="status" className="mr-auto font-medium max-sm:w-full">
              You have unsaved changes
            </p>
            <Button
              disabled={isPending}
              onClick={() => resetTo(savedSettings ?? base, { keepDirtyValues: false })}
            >
              Discard
            </Button>
            <Button
              type="submit"
              variant="primary"
              disabled={!canWrite}
              isBusy={isPending}
              busyLabel="Saving..."
            >
              Save Changes
            </Button>
          </div>
        )}
      </form>
    </FormProvider>
  );
}

/** On a phone, where only one section is shown, opens the section of the first error. */
function showFirstError(errors: FieldErrors<SettingsFormValues>) {
  const field = document.getElementsByName(Object.keys(errors)[0] ?? "")[0];
  const section = field?.closest("section");
  if (section != null && field?.checkVisibility() === false) location.hash = section.id;
}

/** Returns the fields that someone else or the user changed since the form was opened. */
function getDifferences(base: Settings, savedSettings: Settings, formValues: SettingsFormValues) {
  const baseValues = toFormValues(base);
  const savedValues = toFormValues(savedSettings);
  return (Object.keys(fieldLabels) as SettingsFieldName[])
    .filter(
      (field) =>
        !haveSameValue(savedValues, baseValues, field) || !haveSameValue(formValues, baseValues, field),
    )
    .map((field) => ({
      field: fieldLabels[field],
      savedText: formatValue(savedValues, field),
      // A field the user didn't touch keeps the other person's value.
      editedText: haveSameValue(formValues, baseValues, field) ? "Unchanged" : formatValue(formValues, field),
    }));
}

const haveSameValue = (a: SettingsFormValues, b: SettingsFormValues, field: SettingsFieldName): boolean =>
  formatValue(a, field) === formatValue(b, field);

function formatValue(values: SettingsFormValues, field: SettingsFieldName): string {
  if (field !== "twoFactorRoles") return values[field];
  const selected = roles.filter((role) => values.twoFactorRoles.includes(role));
  return selected.length === 0 ? "None" : selected.map((role) => roleLabels[role]).join(", ");
}
