import { useState } from "react";
import * as z from "zod/mini";
import { currentOf, fieldErrorsOf } from "#web/refusal.ts";
import { sideBySide } from "#web/ui/conflict-notice.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Document, document as documentShape, editDocument } from "../contract.ts";
import { documentTypes, type Visibility } from "../types.ts";
import { useEditDocument } from "./one-document.ts";
import { whoLosesAndGains } from "./seen-by.ts";
import { audienceInWords } from "./words.ts";

const valuesOf = ({ title, type, expiresOn, visibility }: Document) => ({
  title,
  type,
  expiresOn: expiresOn ?? "",
  visibility,
});
type Values = ReturnType<typeof valuesOf>;

const labels = {
  title: "Title",
  type: "Document type",
  expiresOn: "Valid until",
  visibility: "Visible to",
} as const satisfies Record<keyof Values, string>;

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

/** Changes what is given of a document; those who run the building say who sees it too. */
export function EditDocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const [base, setBase] = useState(document);
  const [values, setValues] = useState(() => valuesOf(document));
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({});
  const edit = useEditDocument(onClose);
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const audiences = audiencesOf(base).map((visibility) => ({
    value: visibility,
    label: audienceInWords({ visibility, unit: base.unit }),
  }));

  const save = (from: Document) => {
    const { visibility, expiresOn, ...rest } = values;
    const body = {
      ...rest,
      expiresOn: expiresOn === "" ? null : expiresOn,
      ...(from.may.chooseVisibility && visibility !== from.visibility ? { visibility } : {}),
    };
    const checked = z.safeParse(editDocument.body, body);
    setErrors(checked.success ? {} : sentencesOf(checked.error));
    if (!checked.success) return;
    edit.mutate(
      { id: from.id, version: from.version, body },
      { onError: (error) => setErrors(fieldErrorsOf(error)) },
    );
  };
  const consequences = whoLosesAndGains(base, values);
  return (
    <EditDialog
      title="Edit Document"
      description={null}
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentOf(documentShape, edit.error)}
      compare={(theirs) =>
        sideBySide(labels, valuesOf(theirs), values, {
          visibility: Object.fromEntries(audiences.map(({ value, label }) => [value, label])),
        })
      }
      onSave={save}
      onTakeTheirs={(theirs) => {
        setValues(valuesOf(theirs));
        setErrors({});
      }}
      onClose={onClose}
    >
      <Field label={labels.title} error={errors.title} isRequired>
        <Input
          maxLength={200}
          value={values.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.type} error={errors.type} isRequired>
          <Select
            options={typeOptions}
            value={values.type}
            onChange={({ target }) => change({ type: target.value as Values["type"] })}
          />
        </Field>
        <Field
          label={labels.expiresOn}
          error={errors.expiresOn}
          isOptional
          hint="The last day, if there is one."
        >
          <Input
            type="date"
            value={values.expiresOn}
            onChange={({ target }) => change({ expiresOn: target.value })}
          />
        </Field>
      </div>
      {base.may.chooseVisibility && (
        <Field label={labels.visibility} error={errors.visibility}>
          <Select
            options={audiences}
            value={values.visibility}
            onChange={({ target }) => change({ visibility: target.value as Visibility })}
          />
        </Field>
      )}
      <p role="status" className="text-amber-text empty:hidden">
        {consequences.join(" ")}
      </p>
    </EditDialog>
  );
}

/** Whom a document can be shown to, by what it is about. */
const audiencesOf = ({ unit, leaseId }: Document): readonly Visibility[] =>
  unit === null && leaseId === null ? ["building", "staff"] : ["lease", "staff"];

function sentencesOf(error: z.core.$ZodError): Partial<Record<keyof Values, string>> {
  const sentences: Record<string, string> = {};
  for (const { path, message } of error.issues) sentences[String(path[0])] ??= message;
  return sentences;
}
