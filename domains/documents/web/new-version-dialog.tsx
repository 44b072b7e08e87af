import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { day, refusedBy } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { showAtFields } from "#web/refusal.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import { useKeptFiles } from "#web/use-kept-files.ts";
import { documentAccept, refusalOf } from "../check-file.ts";
import type { Document } from "../contract.ts";
import { fileHint, fileSentences } from "../kinds.ts";
import { useAddFile } from "./one-document.ts";
import { ScanPages } from "./scan-pages.tsx";

const noExpiry = "none";
const undecided = "Please choose the new expiry date, or “No expiry”";
const newVersion = z.object({
  file: z.file(fileSentences.missing).check(refusedBy(refusalOf)),
  expiresOn: z.union([z.literal(noExpiry), day(undecided)], undecided),
});

interface NewVersionProps {
  document: Document;
  onClose: () => void;
  onAdded: () => void;
}

/** Uploads a new version. Closing the dialog aborts the upload, and no version is created; what was chosen is kept. */
export function NewVersionDialog({ document, onClose, onAdded }: NewVersionProps) {
  // A new version usually has a new expiry date, so the previous one is not proposed.
  const form = useContractForm(
    newVersion,
    { file: null as File | null, expiresOn: document.expiresOn === null ? noExpiry : "" },
    { mode: "onChange" },
  );
  const [share, setShare] = useState(0);
  const [nextKey] = useState(oneKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const name = `new-version:${document.id}`;
  const draft = useDraft(form, name, document.version);
  const keepFiles = useKeptFiles(name, ([file]) => {
    if (file !== undefined && form.getValues("file") === null) form.setValue("file", file);
  });
  const forget = (next: () => void) => () => {
    keepFiles([]);
    next();
  };
  const add = useAddFile(document.id, forget(draft.dropAnd(onAdded)));

  const send = ({ file, expiresOn: chosen }: z.output<typeof newVersion>) => {
    const ending = new AbortController();
    sending.current = ending;
    const expiresOn = chosen === noExpiry ? "" : chosen;
    const key = nextKey([file.name, file.size, file.lastModified, expiresOn]);
    setShare(0);
    add.mutate(
      { file, expiresOn, key, signal: ending.signal, onProgress: setShare },
      { onError: showAtFields(form) },
    );
  };
  return (
    <FormDialog
      draft={{ ...draft, discard: forget(draft.discard) }}
      title="Upload a new version"
      description={`It takes the place of ${document.file.name}. Earlier versions are kept and can be restored.`}
      submitLabel="Upload"
      busyLabel="Uploading..."
      isBusy={add.isPending}
      onSubmit={() => form.handleSubmit(send)()}
      onClose={onClose}
    >
      {!add.isPending && <Refused error={add.error} form={form} />}
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => {
          const choose = (chosen: File | null) => {
            add.reset();
            field.onChange(chosen);
            keepFiles(chosen === null ? [] : [chosen]);
          };
          return (
            <FileField
              label="Document file"
              invitation="Choose a file, or drop it here"
              accept={documentAccept}
              hint={fileHint}
              error={fieldState.error?.message}
              file={field.value}
              isDisabled={add.isPending}
              onChoose={choose}
            >
              <ScanPages name={`scan:${document.id}`} isDisabled={add.isPending} onScanned={choose} />
            </FileField>
          );
        }}
      />
      <Controller
        control={form.control}
        name="expiresOn"
        render={({ field, fieldState }) => (
          <div className="grid gap-2">
            <Field
              label="New expiry date"
              error={fieldState.error?.message}
              isRequired={field.value !== noExpiry}
              hint={
                document.expiresOn === null
                  ? undefined
                  : `The current version is valid until ${formatCalendarDay(document.expiresOn)}.`
              }
            >
              <Input
                type="date"
                disabled={add.isPending || field.value === noExpiry}
                value={field.value === noExpiry ? "" : field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
            <Checkbox
              label="No expiry"
              disabled={add.isPending}
              checked={field.value === noExpiry}
              onChange={({ target }) => field.onChange(target.checked ? noExpiry : "")}
            />
          </div>
        )}
      />
      {add.isPending && <UploadProgress what="the file" share={share} />}
    </FormDialog>
  );
}
