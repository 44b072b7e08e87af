import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { day, validatedBy } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { showFieldErrors } from "#web/error-message.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { Checkbox } from "#web/ui/forms/checkbox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FileField } from "#web/ui/forms/file-field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { useSavedFiles } from "#web/use-saved-files.ts";
import { findFileError } from "../../check-file.ts";
import type { Document } from "../../contract.ts";
import { fileHint, fileMessages } from "../../kinds.ts";
import { useExpiredQuestion } from "../expired-question.tsx";
import { useAddFile } from "../mutations.ts";
import { documentOrPhotoAccept, isScanPhoto } from "../upload/photos-to-pdf.ts";
import { ScanPages } from "../upload/scan-pages.tsx";

const noExpiration = "none";
const expirationRequired = "Select the new expiration date or “No expiration date”";
const newVersionForm = z.object({
  file: z.file(fileMessages.missing).check(validatedBy(findFileError)),
  expiresOn: z.union([z.literal(noExpiration), day(expirationRequired)], expirationRequired),
});

interface NewVersionDialogProps {
  document: Document;
  onClose: () => void;
  onAdded: () => void;
}

/**
 * Uploads a new version. Closing the dialog aborts the upload without creating a version and keeps the
 * selected file.
 */
export function NewVersionDialog({ document, onClose, onAdded }: NewVersionDialogProps) {
  // A new version usually has a new expiration date, so the previous one isn't suggested.
  const form = useContractForm(
    newVersionForm,
    { file: null as File | null, expiresOn: document.expiresOn === null ? noExpiration : "" },
    { mode: "onChange" },
  );
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [uploadProgress, setUploadProgress] = useState(0);
  const [getIdempotencyKey] = useState(createIdempotencyKeys);
  const uploadController = useRef<AbortController>(undefined);
  useEffect(() => () => uploadController.current?.abort(), []);
  const draftName = `new-version:${document.id}`;
  const draft = useDraft(form, draftName, document.version);
  const saveFiles = useSavedFiles(draftName, ([file]) => {
    if (file !== undefined && form.getValues("file") === null) form.setValue("file", file);
  });
  const clearFiles = (callback: () => void) => () => {
    saveFiles([]);
    callback();
  };
  const addVersion = useAddFile(document.id, clearFiles(draft.clearThen(onAdded)));

  const { askIfExpired, question } = useExpiredQuestion();
  const uploadVersion = ({ file, expiresOn: selectedDate }: z.output<typeof newVersionForm>) => {
    const abort = new AbortController();
    uploadController.current = abort;
    const expiresOn = selectedDate === noExpiration ? "" : selectedDate;
    const key = getIdempotencyKey([file.name, file.size, file.lastModified, expiresOn]);
    setUploadProgress(0);
    addVersion.mutate(
      { file, expiresOn, key, signal: abort.signal, onProgress: setUploadProgress },
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
      isBusy={addVersion.isPending}
      onSubmit={() =>
        form.handleSubmit((values) =>
          askIfExpired(
            values.expiresOn === noExpiration ? [] : [values.expiresOn],
            () => uploadVersion(values),
            document.expiresOn,
          ),
        )()
      }
      onClose={onClose}
    >
      {question}
      {!addVersion.isPending && <FormError error={addVersion.error} form={form} />}
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => {
          const selectFile = (selectedFile: File | null) => {
            addVersion.reset();
            field.onChange(selectedFile);
            saveFiles(selectedFile === null ? [] : [selectedFile]);
          };
          return (
            <FileField
              label="Document file"
              prompt="Choose a file, or drop it here"
              accept={documentOrPhotoAccept}
              hint={fileHint}
              error={fieldState.error?.message}
              file={field.value}
              isDisabled={addVersion.isPending}
              onSelect={(file) => (file !== null && isScanPhoto(file) ? setPhotos([file]) : selectFile(file))}
            >
              <ScanPages
                name={`scan:${document.id}`}
                isDisabled={addVersion.isPending}
                photos={photos}
                onPhotosAdded={() => setPhotos([])}
                onScanned={selectFile}
              />
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
                disabled={addVersion.isPending || field.value === noExpiration}
                value={field.value === noExpiration ? "" : field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
            <Checkbox
              label="No expiration date"
              disabled={addVersion.isPending}
              checked={field.value === noExpiration}
              onChange={({ target }) => field.onChange(target.checked ? noExpiration : "")}
            />
          </div>
        )}
      />
      {addVersion.isPending && <UploadProgress noun="the file" fraction={uploadProgress} />}
    </FormDialog>
  );
}
