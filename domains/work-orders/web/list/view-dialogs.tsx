import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { type SavedView, saveView } from "../../views-contract.ts";
import { useRenameView, useSaveView } from "./mutations.ts";

const nameForm = z.pick(saveView.body, { name: true });

interface SaveViewDialogProps {
  /** The list's current query. */
  query: string;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** Saves the list's current query as a named view. */
export function SaveViewDialog({ query, onSaved, onClose }: SaveViewDialogProps) {
  const form = useContractForm(nameForm, { name: "" });
  const save = useSaveView(onSaved);
  return (
    <FormDialog
      title="Save View"
      description="Saves the current filters, search, sort order, columns, and layout (table or board)."
      submitLabel="Save View"
      isBusy={save.isPending}
      onSubmit={form.handleSubmit(({ name }) =>
        save.mutate({ name, query }, { onError: showFieldErrors(form) }),
      )}
      onClose={onClose}
    >
      <FormError error={save.error} form={form} />
      <Field label="Name" error={form.formState.errors.name?.message} isRequired>
        <Input {...form.register("name")} placeholder="Due this week" maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

export function RenameViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const form = useContractForm(nameForm, { name: view.name });
  const rename = useRenameView(view, onClose);
  return (
    <FormDialog
      title="Rename View"
      description={null}
      isBusy={rename.isPending}
      onSubmit={form.handleSubmit((body) => rename.mutate(body, { onError: showFieldErrors(form) }))}
      onClose={onClose}
    >
      <FormError error={rename.error} form={form} />
      <Field label="Name" error={form.formState.errors.name?.message} isRequired>
        <Input {...form.register("name")} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
