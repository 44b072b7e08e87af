import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { listBuildings, listUnits } from "#domains/properties/choices-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { prefill, useDraft } from "#web/draft.ts";
import { getFieldErrors, showFieldErrors } from "#web/error-message.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { DraftNotice } from "#web/ui/forms/draft-notice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { UnsavedChanges } from "#web/ui/forms/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { useSavedFiles } from "#web/use-saved-files.ts";
import { findFileError } from "../../check-file.ts";
import { documentForm } from "../../contract.ts";
import { fileMessages } from "../../kinds.ts";
import { type DocumentType, documentTypes, type Visibility } from "../../types.ts";
import { addFiles } from "./add-files.ts";
import { AudienceField, getAudiences } from "./audience-field.tsx";
import { fillTitles } from "./default-titles.ts";
import { FileTitles } from "./file-titles.tsx";
import { FilesField } from "./files-field.tsx";
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

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

/** The form's fields, with a title for each file. */
const uploadForm = z.extend(z.omit(documentForm, { title: true }), {
  titles: z.array(documentForm.shape.title),
});

/**
 * Uploads one or more documents (DOC-02, DOC-11 to DOC-22, DOC-26). Several files become several documents
 * that share all fields except the title.
 */
export function UploadForm({ files, onFilesChange, initialValues, onClose }: UploadFormProps) {
  const { role } = useUser();
  const isStaff = role === "admin" || role === "landlord";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  const form = useContractForm(uploadForm, {
    titles: [""],
    type: "" as DocumentType | "",
    buildingId: initialValues.buildingId ?? "",
    unitId: initialValues.unitId ?? "",
    visibility: "" as Visibility | "",
    expiresOn: "",
  });
  const { register, control, handleSubmit, setValue, formState } = form;
  const [buildingId, unitId, type, visibility] = useWatch({
    control,
    name: ["buildingId", "unitId", "type", "visibility"],
  });
  const draft = useDraft(form, "document");
  const previousFiles = useRef<readonly File[]>([]);
  useLayoutEffect(() => {
    const titles = form.getValues("titles");
    const filledTitles = fillTitles(files, { files: previousFiles.current, titles });
    previousFiles.current = files;
    if (JSON.stringify(filledTitles) !== JSON.stringify(titles)) prefill(form, "titles", filledTitles);
  }, [form, files]);

  const buildings = useQuery(endpointQuery(listBuildings, {}));
  const onlyBuilding = buildings.data?.length === 1 ? buildings.data[0] : undefined;
  useEffect(() => {
    if (onlyBuilding !== undefined) prefill(form, "buildingId", String(onlyBuilding.id));
  }, [onlyBuilding, form]);
  const unitsOfBuilding = useQuery({
    ...endpointQuery(listUnits, { params: { id: buildingId } }),
    enabled: buildingId !== "",
  });
  const units = unitsOfBuilding.data ?? [];
  const onlyUnit = role === "tenant" && units.length === 1 ? units[0] : undefined;
  useEffect(() => {
    if (onlyUnit !== undefined) prefill(form, "unitId", String(onlyUnit.id));
  }, [onlyUnit, form]);
  const unit = units.find(({ id }) => String(id) === unitId) ?? null;
  const audiences = getAudiences(unit);
  const audience =
    audiences.find(({ value }) => value === visibility)?.value ?? audiences[0]?.value ?? "staff";

  const uploads = useUploads({
    onFailed: (file, error) => {
      showFieldErrors(form)(error);
      const message = getFieldErrors(error).title;
      if (message !== undefined) form.setError(`titles.${files.indexOf(file)}`, { message });
    },
    onAllSent: (sentFiles) => {
      // Files that failed, or were dropped during the upload, aren't lost with the form.
      const isSent = (candidate: File) =>
        sentFiles.includes(candidate) || uploads.getState(candidate)?.state === "sent";
      if (!files.every(isSent)) return;
      keepFiles([]);
      onFilesChange([]);
      draft.clearThen(onClose)();
    },
  });
  const keepFiles = useSavedFiles("document", (savedFiles) => onFilesChange(addFiles(files, savedFiles)));
  useEffect(() => keepFiles(files.filter((each) => uploads.getState(each)?.state !== "sent")));
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
  const fileError =
    file === undefined
      ? formState.isSubmitted
        ? fileMessages.missing
        : undefined
      : hasSeveralFiles
        ? undefined
        : getFileError(file);
  const removeFile = (removedFile: File) => onFilesChange(files.filter((each) => each !== removedFile));
  const submit = handleSubmit(({ titles, ...sharedValues }) => {
    const fields = Object.entries({ ...sharedValues, visibility: isStaff ? audience : "" });
    const uploadRequests = files.flatMap((selectedFile, index) =>
      findFileError(selectedFile) !== undefined || uploads.getState(selectedFile)?.state === "sent"
        ? []
        : [
            {
              file: selectedFile,
              fields: Object.fromEntries(
                [["title", titles[index]] as const, ...fields].map(([name, value]) => [
                  name,
                  String(value ?? ""),
                ]),
              ),
            },
          ],
    );
    if (uploadRequests.length > 0) uploads.send(uploadRequests);
  });
  const { errors } = formState;
  const uploadIndex = files.findIndex((each) => uploads.getState(each)?.state === "sending");
  const currentUpload = files[uploadIndex] === undefined ? undefined : uploads.getState(files[uploadIndex]);
  const progress = currentUpload?.state === "sending" ? currentUpload.progress : 0;

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
            {!hasSeveralFiles && (
              <Field label="Title" error={errors.titles?.[0]?.message} isRequired className="sm:col-span-2">
                <Input {...register("titles.0")} maxLength={200} placeholder="Certificate of insurance" />
              </Field>
            )}
            <Field label="Document type" error={errors.type?.message} isRequired>
              <Select {...register("type")} placeholder="Select a document type" options={typeOptions} />
            </Field>
            <Field
              label="Expiration date"
              error={errors.expiresOn?.message}
              isOptional
              hint="Leave blank if it doesn't expire."
            >
              <Input type="date" {...register("expiresOn")} />
            </Field>
            <Field
              label="Building"
              error={
                errors.buildingId?.message ?? (buildings.isError ? "Couldn't load buildings." : undefined)
              }
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
                  // The selected unit belongs to the previous building.
                  onChange: () => setValue("unitId", ""),
                })}
                value={buildingId}
                placeholder={onlyBuilding === undefined ? "Select a building" : undefined}
                options={(buildings.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </Field>
            <Field
              label="Unit"
              error={errors.unitId?.message ?? (unitsOfBuilding.isError ? "Couldn't load units." : undefined)}
              isOptional
              hint={role === "tenant" ? "It will be filed under your unit." : undefined}
            >
              <Select
                {...register("unitId")}
                value={unit === null ? "" : String(unit.id)}
                placeholder="All Units"
                options={units.map(({ id, unitNumber }) => ({
                  value: String(id),
                  label: `Unit ${unitNumber}`,
                }))}
              />
            </Field>
            {isStaff && (
              <div className="sm:col-span-2">
                <AudienceField
                  unit={unit}
                  value={audience}
                  isMaintenance={type === "Maintenance"}
                  error={errors.visibility?.message}
                  onChange={(value) => setValue("visibility", value)}
                />
              </div>
            )}
          </div>
          <FilesField
            files={files}
            error={fileError}
            isDisabled={uploads.isSending}
            onAdd={(addedFiles) => onFilesChange(addFiles(files, addedFiles))}
            onRemove={removeFile}
          >
            <ScanPages
              name="scan"
              isDisabled={uploads.isSending}
              onScanned={(scan) => onFilesChange(addFiles(files, [scan]))}
            />
          </FilesField>
          {hasSeveralFiles && (
            <div className="lg:col-span-2">
              <FileTitles
                files={files}
                register={(index) => register(`titles.${index}`)}
                getError={(index) => {
                  const titledFile = files[index];
                  return (
                    errors.titles?.[index]?.message ??
                    (titledFile === undefined ? undefined : getFileError(titledFile))
                  );
                }}
                getState={uploads.getState}
                onRemove={removeFile}
              />
            </div>
          )}
        </fieldset>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-(--inset) py-3">
          {uploads.isSending && (
            <UploadProgress
              what={hasSeveralFiles ? `file ${uploadIndex + 1} of ${files.length}` : "the file"}
              share={progress}
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
