import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog, type FormDialogProps } from "#web/ui/overlays/form-dialog.tsx";
import type { ReportName } from "../reports.ts";
import { type SavedReport, saveReport } from "../saved-reports-contract.ts";
import { useEditSavedReport, useSaveReport } from "./mutations.ts";

const shape = z.pick(saveReport.body, { name: true, isShared: true });
type SavedReportValues = z.output<typeof shape>;

interface SaveReportDialogProps {
  report: ReportName;
  /** The current filters. */
  query: string;
  onSaved: (saved: SavedReport) => void;
  onClose: () => void;
}

/** Saves the report with its current filters. */
export function SaveReportDialog({ report, query, onSaved, onClose }: SaveReportDialogProps) {
  const save = useSaveReport(onSaved);
  return (
    <NameDialog
      title="Save Report"
      description="Saves the report with its filters. Periods such as last month move with today's date."
      submitLabel="Save Report"
      initialValues={{ name: "", isShared: false }}
      error={save.error}
      isBusy={save.isPending}
      onSave={(values, onError) => save.mutate({ ...values, report, query }, { onError })}
      onClose={onClose}
    />
  );
}

/** Renames and shares a saved report. */
export function EditSavedReportDialog({ saved, onClose }: { saved: SavedReport; onClose: () => void }) {
  const edit = useEditSavedReport(saved, onClose);
  return (
    <NameDialog
      title="Edit Saved Report"
      description={null}
      initialValues={{ name: saved.name, isShared: saved.isShared }}
      error={edit.error}
      isBusy={edit.isPending}
      onSave={(values, onError) => edit.mutate(values, { onError })}
      onClose={onClose}
    />
  );
}

interface NameDialogProps
  extends Pick<FormDialogProps, "title" | "description" | "submitLabel" | "isBusy" | "onClose"> {
  initialValues: SavedReportValues;
  error: unknown;
  onSave: (values: SavedReportValues, onError: (error: unknown) => void) => void;
}

function NameDialog({ initialValues, error, onSave, ...dialog }: NameDialogProps) {
  const form = useContractForm(shape, initialValues);
  const canWrite = useIsServerReachable();
  return (
    <FormDialog
      {...dialog}
      isDisabled={!canWrite}
      onSubmit={form.handleSubmit((values) => onSave(values, showFieldErrors(form)))}
    >
      <FormError error={error} form={form} />
      <Field label="Name" error={form.formState.errors.name?.message} isRequired>
        <Input
          {...form.register("name")}
          data-autofocus
          placeholder="Overdue at the end of last month"
          maxLength={60}
          autoComplete="off"
        />
      </Field>
      <Checkbox
        {...form.register("isShared")}
        label="Share with other managers"
        hint="Each of them sees only the properties they can access."
      />
    </FormDialog>
  );
}
