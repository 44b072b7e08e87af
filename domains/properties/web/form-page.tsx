import type { ReactNode } from "react";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Lead } from "#web/ui/page/lead.tsx";

interface FormPageProps {
  /** The target of `Back`. */
  backTo: string;
  saveLabel: string;
  isSaving: boolean;
  onSubmit: () => void;
  onReset: () => void;
  children: ReactNode;
}

/** A full-page form with Back, Reset, and Save buttons (APR-01, AUN-01). */
export function FormPage({ backTo, saveLabel, isSaving, onSubmit, onReset, children }: FormPageProps) {
  return (
    <Lead className="max-w-4xl max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className="space-y-5 p-4 sm:p-6">{children}</div>
        <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-3 sm:px-6">
          <ButtonLink href={backTo} className="max-sm:flex-1 sm:mr-auto">
            Back
          </ButtonLink>
          <Button onClick={onReset} className="max-sm:flex-1">
            Reset
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={isSaving}
            busyLabel="Saving..."
            className="max-sm:basis-full"
          >
            {saveLabel}
          </Button>
        </footer>
      </form>
    </Lead>
  );
}
