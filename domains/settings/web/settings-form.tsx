import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { userMessageOf } from "#web/api-client.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { totalOfShares } from "../breakdown.ts";
import { type Settings, settings as settingsShape } from "../contract.ts";
import { useSaveSettings } from "./api.ts";
import { differencesOf } from "./differences.ts";
import {
  AddressSection,
  ContactSection,
  DocumentSection,
  NameSection,
  RegistrationSection,
  SecondFactorSection,
} from "./organization-sections.tsx";
import { BreakdownSection, PaymentSection } from "./payment-sections.tsx";
import { asTyped, type Field, settingsForm } from "./typed.ts";

/** The settings of the operator. Only changes are sent, with the version on which they are based. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const [base, setBase] = useState(settings);
  const form = useContractForm(settingsForm, asTyped(settings), { mode: "onTouched" });
  const { formState, handleSubmit, reset, getValues } = form;
  const { dirtyFields, isDirty } = formState;
  const draft = useDraft(form, "settings", base.version);
  const {
    mutate,
    isPending,
    error,
    reset: forgetError,
  } = useSaveSettings((saved) => {
    setBase(saved);
    reset(asTyped(saved));
    draft.drop();
  });
  const canWrite = useIsServerReachable();
  const theirs = currentOf(settingsShape, error);

  const save = (version: number) =>
    handleSubmit((read) => {
      // The line below the shares shows the missing percentage.
      if (totalOfShares(read) !== 1_000) return form.setFocus("rentSharePermille");
      const changed = (Object.keys(dirtyFields) as Field[]).filter((field) => Boolean(dirtyFields[field]));
      const body = Object.fromEntries(changed.map((field) => [field, read[field]]));
      mutate({ body, version }, { onError: showAtFields(form) });
    });
  const beginFrom = (from: Settings, { keepDirtyValues }: { keepDirtyValues: boolean }) => {
    setBase(from);
    reset(asTyped(from), { keepDirtyValues });
    forgetError();
  };

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={save(base.version)}>
        {theirs !== undefined && (
          <div className="mb-4">
            <ConflictNotice
              message={userMessageOf(error)}
              differences={differencesOf(base, theirs, getValues())}
              onTakeTheirs={() => beginFrom(theirs, { keepDirtyValues: false })}
              onKeepYours={() => {
                beginFrom(theirs, { keepDirtyValues: true });
                void save(theirs.version)();
              }}
            />
          </div>
        )}
        <div className="mb-4 empty:hidden">
          <DraftKept draft={draft} />
        </div>
        <Card className="divide-y divide-line">
          <NameSection logo={settings.logo} />
          <AddressSection />
          <ContactSection />
          <PaymentSection />
          <BreakdownSection />
          <DocumentSection />
          <RegistrationSection isFromEnvironment={base.isRegistrationFromEnvironment} />
          <SecondFactorSection />
        </Card>
        {isDirty && (
          <div className="sticky bottom-(--bottom-bar) z-10 -mx-1 mt-4 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-raised px-4 py-3 shadow-float max-sm:*:[button]:flex-1 sm:bottom-4">
            <p role="status" className="mr-auto font-medium max-sm:w-full">
              You have unsaved changes
            </p>
            <Button
              disabled={isPending}
              onClick={() => beginFrom(theirs ?? base, { keepDirtyValues: false })}
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
