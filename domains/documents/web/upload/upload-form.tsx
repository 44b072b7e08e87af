import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { listPropertyOptions, listUnits } from "#domains/properties/choices-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { prefill, useDraft } from "#web/draft.ts";
import { getFieldErrors, showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { UnsavedChanges } from "#web/ui/forms/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { useStartAtTop } from "#web/ui/page/use-start-at-top.ts";
import { useSavedFiles } from "#web/use-saved-files.ts";
import { findFileError } from "../../check-file.ts";
import { documentForm } from "../../contract.ts";
import { fileMessages } from "../../kinds.ts";
import { useExpiredQuestion } from "../expired-question.tsx";
import { addFiles } from "./add-files.ts";
import { DocumentFields, findAudience, findUnit, type UploadValues } from "./document-fields.tsx";
import { FileRows } from "./file-rows.tsx";
import { FilesField } from "./files-field.tsx";
import { emptyRow, fillRows, getFileKey, titleFromName } from "./fill-rows.ts";
import { isScanPhoto } from "./photos-to-pdf.ts";
import { ScanPages } from "./scan-pages.tsx";
import { formatUploadError, useUploads } from "./use-uploads.ts";

interface UploadFormProps {
  files: readonly File[];
  onFilesChange: (files: readonly File[]) => void;
  /** Preselected values, for example from the filters or a link. */
  initialValues: { buildingId?: string; unitId?: string };
  /** Called when the form is cancelled or the document is saved. */
  onClose: () => void;
}

/** The form's fields: the building, and a row for each file. */
const uploadForm = z.object({
  buildingId: documentForm.shape.buildingId,
  rows: z.array(z.extend(z.omit(documentForm, { buildingId: true }), { fileKey: z.string() })),
});

/**
 * Uploads one or more documents (DOC-02, DOC-11 to DOC-22, DOC-26). Several files become several documents in
 * one building, each with its own fields (DOC-28). Photos become the pages of a scan (DOC-29).
 */
export function UploadForm({ files: selectedFiles, onFilesChange, initialValues, onClose }: UploadFormProps) {
  const { role } = useUser();
  const isStaff = role === "admin" || role === "landlord";
  const heading = useRef<HTMLHeadingElement>(null);
  useStartAtTop();
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const photos = selectedFiles.filter(isScanPhoto);
  const files = selectedFiles.filter((file) => !isScanPhoto(file));
  const initialRow = { ...emptyRow, unitId: initialValues.unitId ?? "" };
  const form = useContractForm(uploadForm, {
    buildingId: initialValues.buildingId ?? "",
    rows: [initialRow],
  } as UploadValues);
  const { control, register, handleSubmit, setValue, formState } = form;
  const buildingId = useWatch({ control, name: "buildingId" });
  const draft = useDraft(form, "document");
  const previousFiles = useRef<readonly File[]>([]);
  useLayoutEffect(() => {
    const previous = { files: previousFiles.current, rows: form.getValues("rows") };
    if (files.length === previous.files.length && files.every((file, at) => file === previous.files[at]))
      return;
    previousFiles.current = files;
    // Everything that isn't filled in from the file is part of the draft.
    const defaultRows = files.map((file) => ({
      ...initialRow,
      fileKey: getFileKey(file),
      title: titleFromName(file.name),
    }));
    form.resetDefaultValues({
      ...form.formState.defaultValues,
      rows: defaultRows.length === 0 ? [initialRow] : defaultRows,
    } as UploadValues);
    setValue("rows", fillRows(files, previous));
    form.clearErrors("rows");
  });

  const buildings = useQuery(endpointQuery(listPropertyOptions, {}));
  const onlyBuilding = buildings.data?.length === 1 ? buildings.data[0] : undefined;
  useEffect(() => {
    if (onlyBuilding !== undefined) prefill(form, "buildingId", String(onlyBuilding.id));
  }, [onlyBuilding, form]);
  const unitsOfBuilding = useQuery({
    ...endpointQuery(listUnits, { params: { id: buildingId } }),
    enabled: buildingId !== "",
  });
  const units = unitsOfBuilding.data ?? [];
  const onlyUnitId = role === "tenant" && units.length === 1 ? String(units[0]?.id) : "";
  const unitChoice = { units, onlyUnitId, isError: unitsOfBuilding.isError };

  const uploads = useUploads({
    onFailed: (file, error) => {
      showFieldErrors(form)(error);
      for (const [name, message] of Object.entries(getFieldErrors(error)))
        form.setError(`rows.${files.indexOf(file)}.${name as "title"}`, { message });
    },
    onAllSent: (sentFiles) => {
      // The form stays open for files that failed or were added during the upload.
      const isSent = (candidate: File) =>
        sentFiles.includes(candidate) || uploads.getState(candidate)?.state === "sent";
      if (!selectedFiles.every(isSent)) return;
      saveFiles([]);
      onFilesChange([]);
      draft.clearThen(onClose)();
    },
  });
  const saveFiles = useSavedFiles("document", (savedFiles) =>
    onFilesChange(addFiles(selectedFiles, savedFiles)),
  );
  useEffect(() => saveFiles(selectedFiles.filter((each) => uploads.getState(each)?.state !== "sent")));
  const discardDraft = () => {
    onFilesChange([]);
    draft.discard();
  };
  const hasSeveralFiles = files.length > 1;
  const getFileError = (file: File): string | undefined => {
    const upload = uploads.getState(file);
    if (upload?.state !== "failed") return findFileError(file);
    const fields = getFieldErrors(upload.error);
    // The failure of a single file is shown as a toast (DOC-22).
    return (
      fields.file ??
      (hasSeveralFiles && Object.keys(fields).length === 0 ? formatUploadError(upload.error) : undefined)
    );
  };
  const [file] = files;
  const missingFileError = formState.isSubmitted ? fileMessages.missing : undefined;
  const singleFileError = file === undefined ? missingFileError : getFileError(file);
  const removeFile = (removedFile: File) =>
    onFilesChange(selectedFiles.filter((each) => each !== removedFile));
  const { askIfExpired, question } = useExpiredQuestion();
  const submit = handleSubmit(({ buildingId: selectedBuildingId, rows }) => {
    const uploadRequests = files.flatMap((file, index) => {
      const row = form.getValues(`rows.${index}`);
      if (findFileError(file) !== undefined || uploads.getState(file)?.state === "sent") return [];
      const unit = findUnit(unitChoice, row);
      const fields = {
        title: rows[index]?.title ?? "",
        type: row.type,
        buildingId: String(selectedBuildingId),
        unitId: unit === null ? "" : String(unit.id),
        visibility: isStaff ? findAudience(unit, row) : "",
        expiresOn: row.expiresOn,
      };
      return [{ file, fields }];
    });
    askIfExpired(
      uploadRequests.map(({ fields }) => fields.expiresOn),
      () => {
        if (uploadRequests.length > 0) uploads.send(uploadRequests);
      },
    );
  });
  const { errors } = formState;
  const uploadIndex = files.findIndex((each) => uploads.getState(each)?.state === "sending");
  const currentUpload = files[uploadIndex] === undefined ? undefined : uploads.getState(files[uploadIndex]);
  const progress = currentUpload?.state === "sending" ? currentUpload.progress : 0;

  const buildingField = (
    <Field
      label="Building"
      error={errors.buildingId?.message ?? (buildings.isError ? "Couldn't load buildings." : undefined)}
      isRequired
      aside={
        buildings.isError && (
          <Button size="sm" variant="ghost" onClick={() => void buildings.refetch()}>
            Try again
          </Button>
        )
      }
    >
      <Select
        {...register("buildingId", {
          // The selected units belong to the previous building.
          onChange: () => form.getValues("rows").forEach((_, index) => setValue(`rows.${index}.unitId`, "")),
        })}
        value={buildingId}
        placeholder={onlyBuilding === undefined ? "Select a building" : undefined}
        options={(buildings.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Field>
  );

  return (
    <Lead
      aria-labelledby="upload-form"
      className="mb-6 animate-rise-in max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      {uploads.isSending && (
        <UnsavedChanges
          title={hasSeveralFiles ? "Leave while files are uploading?" : "Leave while the file is uploading?"}
          description={
            hasSeveralFiles
              ? "The upload will stop. Files that haven't finished won't be saved."
              : "The upload will stop and nothing will be saved."
          }
        />
      )}
      {question}
      <form noValidate onSubmit={submit}>
        <header className="px-(--inset) pt-4">
          <h2 id="upload-form" ref={heading} tabIndex={-1} className="rounded-sm text-section outline-none">
            Upload New Document
          </h2>
          {!isStaff && (
            <p className="mt-0.5 text-ink-soft">
              {role === "tenant"
                ? "Visible to your company and your property's managers. Other tenants can't see it."
                : "Visible to you and the property's managers, who can share it with others."}
            </p>
          )}
        </header>
        <div className="px-(--inset) pt-4 empty:hidden">
          <DraftNotice draft={{ ...draft, discard: discardDraft }} />
        </div>
        <fieldset
          disabled={uploads.isSending}
          className="grid gap-x-6 gap-y-4 p-4 sm:p-5 lg:grid-cols-[2fr_1fr] xl:grid-cols-2"
        >
          <legend className="sr-only">Document details</legend>
          <div className="grid min-w-0 content-start gap-4 sm:grid-cols-2">
            {hasSeveralFiles ? (
              buildingField
            ) : (
              <DocumentFields form={form} index={0} unitChoice={unitChoice}>
                {buildingField}
              </DocumentFields>
            )}
          </div>
          <FilesField
            files={files}
            error={hasSeveralFiles ? undefined : singleFileError}
            isDisabled={uploads.isSending}
            onAdd={(addedFiles) => onFilesChange(addFiles(selectedFiles, addedFiles))}
            onRemove={removeFile}
          >
            <ScanPages
              name="scan"
              isDisabled={uploads.isSending}
              photos={photos}
              onPhotosAdded={() => onFilesChange(files)}
              onScanned={(scan) => onFilesChange(addFiles(files, [scan]))}
            />
          </FilesField>
          {hasSeveralFiles && (
            <div className="lg:col-span-2">
              <FileRows
                files={files}
                getError={getFileError}
                getState={uploads.getState}
                onRemove={removeFile}
              >
                {(index) => <DocumentFields form={form} index={index} unitChoice={unitChoice} />}
              </FileRows>
            </div>
          )}
        </fieldset>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-(--inset) py-3">
          {uploads.isSending && (
            <UploadProgress
              noun={hasSeveralFiles ? `file ${uploadIndex + 1} of ${files.length}` : "the file"}
              fraction={progress}
            />
          )}
          {uploads.isCancelled && !uploads.isSending && (
            <p role="status" className="mr-auto text-ink-soft">
              {files.some((each) => uploads.getState(each)?.state === "sent")
                ? "Upload cancelled. Files that finished uploading were saved."
                : "Upload cancelled. Nothing was saved."}
            </p>
          )}
          <Button
            // Once the upload is complete, the document is being created, and cancelling is no longer
            // possible.
            disabled={uploads.isSending && progress >= 1}
            onClick={uploads.isSending ? uploads.cancel : onClose}
            className="max-sm:flex-1"
          >
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={uploads.isSending}
            busyLabel="Uploading..."
            className="max-sm:flex-1"
          >
            {hasSeveralFiles ? "Upload Documents" : "Upload Document"}
          </Button>
        </footer>
      </form>
    </Lead>
  );
}
