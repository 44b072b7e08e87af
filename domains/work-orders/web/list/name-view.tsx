import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { showAtFields } from "#web/refusal.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { type SavedView, saveView } from "../../views-contract.ts";
import { useRenameView, useSaveView } from "./view-api.ts";

const nameForm = z.pick(saveView.body, { name: true });

interface NewViewProps {
  /** What the list shows now. */
  query: string;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** Saves what the list shows now under a name. */
export function NewView({ query, onSaved, onClose }: NewViewProps) {
  const form = useContractForm(nameForm, { name: "" });
  const save = useSaveView(onSaved);
  return (
    <FormDialog
      title="Save View"
      description="It keeps the filters, the search, the order, the columns, and whether they are in a table or on the board."
      size="sm"
      submitLabel="Save View"
      isBusy={save.isPending}
      onSubmit={form.handleSubmit(({ name }) =>
        save.mutate({ name, query }, { onError: showAtFields(form) }),
      )}
      onClose={onClose}
    >
      <Refused error={save.error} form={form} />
      <Field label="Name" error={form.formState.errors.name?.message} isRequired>
        <Input
          {...form.register("name")}
          placeholder="Such as: due this week"
          maxLength={60}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  );
}

export function RenameView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const form = useContractForm(nameForm, { name: view.name });
  const rename = useRenameView(view, onClose);
  return (
    <FormDialog
      title="Rename View"
      description={null}
      size="sm"
      isBusy={rename.isPending}
      onSubmit={form.handleSubmit((body) => rename.mutate(body, { onError: showAtFields(form) }))}
      onClose={onClose}
    >
      <Refused error={rename.error} form={form} />
      <Field label="Name" error={form.formState.errors.name?.message} isRequired>
        <Input {...form.register("name")} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
