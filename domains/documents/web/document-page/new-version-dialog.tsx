import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { day, validatedBy } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { idempotencyKeyPerContent } from "#web/idempotency-key.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FileField } from "#web/ui/forms/file-field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { useSavedFiles } from "#web/use-saved-files.ts";
import { documentAccept, findFileError } from "../../check-file.ts";
import type { Document } from "../../contract.ts";
import { fileHint, fileMessages } from "../../kinds.ts";
import { useAddFile } from "../mutations.ts";
import { ScanPages } from "../upload/scan-pages.tsx";

const noExpiration = "none";
const expirationRequired = "Select the new expiration date or “No expiration date”";
const newVersion = z.object({
  file: z.file(fileMessages.missing).check(validatedBy(findFileError)),
  expiresOn: z.union([z.literal(noExpiration), day(expirationRequired)], expirationRequired),
});

interface NewVersionProps {
  document: Document;
  onClose: () => void;
  onAdded: () => void;
}

/**
 * Uploads a new version. Closing the dialog aborts the upload without creating a version and keeps the
 * selected file.
 */
export function NewVersionDialog({ document, onClose, onAdded }: NewVersionProps) {
  // A new version usually has a new expiration date, so the previous one isn't suggested.
  const form = useContractForm(
    newVersion,
    { file: null as File | null, expiresOn: document.expiresOn === null ? noExpiration : "" },
    { mode: "onChange" },
  );
  const [share, setShare] = useState(0);
  const [nextKey] = useState(idempotencyKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const name = `new-version:${document.id}`;
  const draft = useDraft(form, name, document.version);
  const keepFiles = useSavedFiles(name, ([file]) => {
    if (file !== undefined && form.getValues("file") === null) form.setValue("file", file);
  });
  const clearFiles = (next: () => void) => () => {
    keepFiles([]);
    next();
  };
  const add = useAddFile(document.id, clearFiles(draft.clearThen(onAdded)));

  const send = ({ file, expiresOn: selectedDate }: z.output<typeof newVersion>) => {
    const abort = new AbortController();
    sending.current = abort;
    const expiresOn = selectedDate === noExpiration ? "" : selectedDate;
    const key = nextKey([file.name, file.size, file.lastModified, expiresOn]);
    setShare(0);
    add.mutate(
      { file, expiresOn, key, signal: abort.signal, onProgress: setShare },
      { onError: showFieldErrors(form) },
    );
  };
  return (
    <FormDialog
      draft={{ ...draft, discard: clearFiles(draft.discard) }}
      title="Upload a new version"
      description={`Replaces ${document.file.name}. Earlier versions are kept and can be restored.`}
      submitLabel="Upload"
      busyLabel="Uploading..."
      isBusy={add.isPending}
      onSubmit={() => form.handleSubmit(send)()}
      onClose={onClose}
    >
      {!add.isPending && <FormError error={add.error} form={form} />}
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => {
          const selectFile = (selected: File | null) => {
            add.reset();
            field.onChange(selected);
            keepFiles(selected === null ? [] : [selected]);
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
              onSelect={selectFile}
            >
              <ScanPages name={`scan:${document.id}`} isDisabled={add.isPending} onScanned={selectFile} />
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
              label="New expiration date"
              error={fieldState.error?.message}
              isRequired={field.value !== noExpiration}
              hint={
                document.expiresOn === null
                  ? undefined
                  : `The current version expires ${formatCalendarDay(document.expiresOn)}.`
              }
            >
              <Input
                type="date"
                disabled={add.isPending || field.value === noExpiration}
                value={field.value === noExpiration ? "" : field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
            <Checkbox
              label="No expiration date"
              disabled={add.isPending}
              checked={field.value === noExpiration}
              onChange={({ target }) => field.onChange(target.checked ? noExpiration : "")}
            />
          </div>
        )}
      />
      {add.isPending && <UploadProgress what="the file" share={share} />}
    </FormDialog>
  );
}
