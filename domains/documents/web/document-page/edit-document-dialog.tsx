import { useState } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { getCurrentRecord, showFieldErrors } from "#web/error-message.ts";
import { compareFields } from "#web/ui/forms/conflict-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { EditDialog } from "#web/ui/overlays/edit-dialog.tsx";
import { type Document, documentForm, document as documentShape, editDocument } from "../../contract.ts";
import { documentTypes } from "../../types.ts";
import { useExpiredQuestion } from "../expired-question.tsx";
import { formatAudience, getVisibilities } from "../format.ts";
import { useEditDocument } from "../mutations.ts";
import { describeAudienceChange } from "./describe-audience.ts";

/** In this form, an empty date means the document doesn't expire. */
const editForm = z.extend(editDocument.body, { expiresOn: documentForm.shape.expiresOn });

const toFormValues = ({ title, type, expiresOn, visibility }: Document) => ({
  title,
  type,
  expiresOn: expiresOn ?? "",
  visibility,
});
const fieldLabels = {
  title: "Title",
  type: "Document type",
  expiresOn: "Expiration date",
  visibility: "Visible to",
} as const satisfies Record<keyof ReturnType<typeof toFormValues>, string>;

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

/** Edits the details of a document. The property's managers can also change who sees it. */
export function EditDocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [base, setBase] = useState(document);
  const form = useContractForm(editForm, toFormValues(document));
  const { register, control, formState } = form;
  const { errors } = formState;
  const [type, visibility] = useWatch({ control, name: ["type", "visibility"] });
  const draft = useDraft(form, `document:${base.id}`, base.version);
  const edit = useEditDocument(draft.clearThen(onClose));
  const audiences = getVisibilities(base).map((value) => ({
    value,
    label: formatAudience({ visibility: value, unit: base.unit }),
  }));

  const { askIfExpired, question } = useExpiredQuestion();
  const saveDocument = (baseDocument: Document) =>
    form.handleSubmit(({ visibility: newVisibility, expiresOn, ...rest }) => {
      const isVisibilityChanged =
        baseDocument.can.chooseVisibility && newVisibility !== baseDocument.visibility;
      const body = {
        ...rest,
        expiresOn: expiresOn || null,
        ...(isVisibilityChanged ? { visibility: newVisibility } : {}),
      };
      // An unchanged date needs no confirmation.
      askIfExpired(
        body.expiresOn === null || body.expiresOn === baseDocument.expiresOn ? [] : [body.expiresOn],
        () =>
          edit.mutate(
            { id: baseDocument.id, version: baseDocument.version, body },
            { onError: showFieldErrors(form) },
          ),
      );
    })();
  return (
    <EditDialog
      draft={draft}
      title="Edit Document"
      description={null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={getCurrentRecord(documentShape, edit.error)}
      compare={(savedDocument) =>
        compareFields(fieldLabels, toFormValues(savedDocument), form.getValues(), {
          visibility: Object.fromEntries(audiences.map(({ value, label }) => [value, label])),
        })
      }
      onSave={saveDocument}
      onKeepSaved={(savedDocument) => form.reset(toFormValues(savedDocument))}
      onClose={onClose}
    >
      {question}
      <Field label={fieldLabels.title} error={errors.title?.message} isRequired>
        <Input {...register("title")} maxLength={200} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fieldLabels.type} error={errors.type?.message} isRequired>
          <Select {...register("type")} options={typeOptions} />
        </Field>
        <Field
          label={fieldLabels.expiresOn}
          error={errors.expiresOn?.message}
          isOptional
          hint="Leave blank if it doesn't expire."
        >
          <Input type="date" {...register("expiresOn")} />
        </Field>
      </div>
      {base.can.chooseVisibility && (
        <Field label={fieldLabels.visibility} error={errors.visibility?.message}>
          <Select {...register("visibility")} options={audiences} />
        </Field>
      )}
      <p role="status" className="text-amber-text empty:hidden">
        {describeAudienceChange(base, { type, visibility }).join(" ")}
      </p>
    </EditDialog>
  );
}
