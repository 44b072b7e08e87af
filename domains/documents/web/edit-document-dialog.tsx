import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { currentOf, showAtFields } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Document, documentForm, document as documentShape, editDocument } from "../contract.ts";
import { documentTypes, type Visibility } from "../types.ts";
import { useEditDocument } from "./one-document.ts";
import { whoLosesAndGains } from "./seen-by.ts";
import { audienceInWords } from "./words.ts";

/** In this form an empty day means no expiry. */
const edited = z.extend(editDocument.body, { expiresOn: documentForm.shape.expiresOn });

const valuesOf = ({ title, type, expiresOn, visibility }: Document) => ({
  title,
  type,
  expiresOn: expiresOn ?? "",
  visibility,
});
const labels = {
  title: "Title",
  type: "Document type",
  expiresOn: "Valid until",
  visibility: "Visible to",
} as const satisfies Record<keyof ReturnType<typeof valuesOf>, string>;

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

/** Edits the facts of a document; those who manage the building may also change who sees it. */
export function EditDocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [base, setBase] = useState(document);
  const form = useContractForm(edited, valuesOf(document));
  const { register, control, formState } = form;
  const { errors } = formState;
  const [type, visibility] = useWatch({ control, name: ["type", "visibility"] });
  const draft = useDraft(form, `document:${base.id}`, base.version);
  const edit = useEditDocument(draft.dropAnd(onClose));
  const audiences = audiencesOf(base).map((value) => ({
    value,
    label: audienceInWords({ visibility: value, unit: base.unit }),
  }));

  const save = (from: Document) =>
    form.handleSubmit(({ visibility: chosen, expiresOn, ...rest }) => {
      const isMoved = from.may.chooseVisibility && chosen !== from.visibility;
      const body = { ...rest, expiresOn: expiresOn || null, ...(isMoved ? { visibility: chosen } : {}) };
      edit.mutate({ id: from.id, version: from.version, body }, { onError: showAtFields(form) });
    })();
  return (
    <EditDialog
      draft={draft}
      title="Edit Document"
      description={null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentOf(documentShape, edit.error)}
      compare={(theirs) =>
        sideBySide(labels, valuesOf(theirs), form.getValues(), {
          visibility: Object.fromEntries(audiences.map(({ value, label }) => [value, label])),
        })
      }
      onSave={save}
      onTakeTheirs={(theirs) => form.reset(valuesOf(theirs))}
      onClose={onClose}
    >
      <Field label={labels.title} error={errors.title?.message} isRequired>
        <Input {...register("title")} maxLength={200} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.type} error={errors.type?.message} isRequired>
          <Select {...register("type")} options={typeOptions} />
        </Field>
        <Field
          label={labels.expiresOn}
          error={errors.expiresOn?.message}
          isOptional
          hint="The last day, if there is one."
        >
          <Input type="date" {...register("expiresOn")} />
        </Field>
      </div>
      {base.may.chooseVisibility && (
        <Field label={labels.visibility} error={errors.visibility?.message}>
          <Select {...register("visibility")} options={audiences} />
        </Field>
      )}
      <p role="status" className="text-amber-text empty:hidden">
        {whoLosesAndGains(base, { type, visibility }).join(" ")}
      </p>
    </EditDialog>
  );
}

/** The audiences the document can have. */
const audiencesOf = ({ unit, leaseId }: Document): readonly Visibility[] =>
  unit === null && leaseId === null ? ["building", "staff"] : ["lease", "staff"];
