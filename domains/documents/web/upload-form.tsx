import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { listBuildings, listUnits } from "#domains/properties/choices-contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { fillIn, useDraft } from "#web/draft.ts";
import { endpointQuery } from "#web/query-client.ts";
import { fieldErrorsOf, showAtFields } from "#web/refusal.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DraftKept } from "#web/ui/draft-kept.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { UnsavedChanges } from "#web/ui/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import { useKeptFiles } from "#web/use-kept-files.ts";
import { refusalOf } from "../check-file.ts";
import { documentForm } from "../contract.ts";
import { fileSentences } from "../kinds.ts";
import { type DocumentType, documentTypes, type Visibility } from "../types.ts";
import { AudienceField, audiencesOf } from "./audience-field.tsx";
import { withFiles } from "./chosen-files.ts";
import { FileTitles } from "./file-titles.tsx";
import { FilesField } from "./files-field.tsx";
import { ScanPages } from "./scan-pages.tsx";
import { titlesOf } from "./titles-of-files.ts";
import { failureInWords, useUploads } from "./use-uploads.ts";

interface UploadFormProps {
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
  /** Preselected values, such as from the filters or a link. */
  start: { buildingId?: string | undefined; unitId?: string | undefined };
  /** Called when the form is cancelled or the document is saved. */
  onClose: () => void;
}

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

/** The form's fields, with a title for each file. */
const uploadForm = z.extend(z.omit(documentForm, { title: true }), {
  titles: z.array(documentForm.shape.title),
});

/** DOC-02, DOC-11 to DOC-22, DOC-26. Several files become several documents that share all fields but the title. */
export function UploadForm({ files, onFiles, start, onClose }: UploadFormProps) {
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
    buildingId: start.buildingId ?? "",
    unitId: start.unitId ?? "",
    visibility: "" as Visibility | "",
    expiresOn: "",
  });
  const { register, control, handleSubmit, setValue, formState } = form;
  const [buildingId, unitId, type, visibility] = useWatch({
    control,
    name: ["buildingId", "unitId", "type", "visibility"],
  });
  const draft = useDraft(form, "document");
  const known = useRef<readonly File[]>([]);
  useLayoutEffect(() => {
    const titles = form.getValues("titles");
    const next = titlesOf(files, { files: known.current, titles });
    known.current = files;
    if (JSON.stringify(next) !== JSON.stringify(titles)) fillIn(form, "titles", next);
  }, [form, files]);

  const buildings = useQuery(endpointQuery(listBuildings, {}));
  const onlyBuilding = buildings.data?.length === 1 ? buildings.data[0] : undefined;
  useEffect(() => {
    if (onlyBuilding !== undefined) fillIn(form, "buildingId", String(onlyBuilding.id));
  }, [onlyBuilding, form]);
  const unitsOfBuilding = useQuery({
    ...endpointQuery(listUnits, { params: { id: buildingId } }),
    enabled: buildingId !== "",
  });
  const units = unitsOfBuilding.data ?? [];
  const ownUnit = role === "tenant" && units.length === 1 ? units[0] : undefined;
  useEffect(() => {
    if (ownUnit !== undefined) fillIn(form, "unitId", String(ownUnit.id));
  }, [ownUnit, form]);
  const unit = units.find(({ id }) => String(id) === unitId) ?? null;
  const audiences = audiencesOf(unit);
  const audience =
    audiences.find(({ value }) => value === visibility)?.value ?? audiences[0]?.value ?? "staff";

  const uploads = useUploads({
    onFailed: (file, error) => {
      showAtFields(form)(error);
      const message = fieldErrorsOf(error).title;
      if (message !== undefined) form.setError(`titles.${files.indexOf(file)}`, { message });
    },
    onAllSent: (sent) => {
      // What was refused, or dropped meanwhile, is not lost with the form.
      const isSent = (one: File) => sent.includes(one) || uploads.stateOf(one)?.state === "sent";
      if (!files.every(isSent)) return;
      keepFiles([]);
      onFiles([]);
      draft.dropAnd(onClose)();
    },
  });
  const keepFiles = useKeptFiles("document", (kept) => onFiles(withFiles(files, kept)));
  useEffect(() => keepFiles(files.filter((one) => uploads.stateOf(one)?.state !== "sent")));
  const discard = () => {
    onFiles([]);
    draft.discard();
  };
  const isSeveral = files.length > 1;
  const fileErrorOf = (file: File): string | undefined => {
    const upload = uploads.stateOf(file);
    if (upload?.state !== "failed") return refusalOf(file);
    const fields = fieldErrorsOf(upload.error);
    // The failure of a single file is shown as a toast (DOC-22).
    return (
      fields.file ??
      (isSeveral && Object.keys(fields).length === 0 ? failureInWords(upload.error) : undefined)
    );
  };
  const [file] = files;
  const fileError =
    file === undefined
      ? formState.isSubmitted
        ? fileSentences.missing
        : undefined
      : isSeveral
        ? undefined
        : fileErrorOf(file);
  const remove = (gone: File) => onFiles(files.filter((one) => one !== gone));
  const submit = handleSubmit(({ titles, ...shared }) => {
    const fields = Object.entries({ ...shared, visibility: isStaff ? audience : "" });
    const toSend = files.flatMap((one, at) =>
      refusalOf(one) !== undefined || uploads.stateOf(one)?.state === "sent"
        ? []
        : [
            {
              file: one,
              fields: Object.fromEntries(
                [["title", titles[at]] as const, ...fields].map(([name, value]) => [
                  name,
                  String(value ?? ""),
                ]),
              ),
            },
          ],
    );
    if (toSend.length > 0) uploads.send(toSend);
  });
  const { errors } = formState;
  const sendingAt = files.findIndex((one) => uploads.stateOf(one)?.state === "sending");
  const sending = files[sendingAt] === undefined ? undefined : uploads.stateOf(files[sendingAt]);
  const share = sending?.state === "sending" ? sending.share : 0;

  return (
    <Card
      aria-labelledby="upload-form"
      className="mb-6 animate-rise-in max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      {uploads.isSending && (
        <UnsavedChanges
          title={`Leave while ${isSeveral ? "files are" : "the file is"} being sent?`}
          description={
            isSeveral
              ? "The upload ends; what was not sent yet is not kept."
              : "The upload ends, and nothing of it is kept."
          }
        />
      )}
      <form noValidate onSubmit={submit}>
        <header className="px-4 pt-4 sm:px-5">
          <h2
            id="upload-form"
            ref={heading}
            tabIndex={-1}
            className="rounded-sm text-lg leading-6 outline-none"
          >
            Upload New Document
          </h2>
          {!isStaff && (
            <p className="mt-0.5 text-ink-soft">
              {role === "tenant"
                ? "Your company and the managers of your building see it; other tenants do not."
                : "You and the managers of the building see it; they decide who else does."}
            </p>
          )}
        </header>
        <div className="px-4 pt-4 empty:hidden sm:px-5">
          <DraftKept draft={{ ...draft, discard }} />
        </div>
        <fieldset
          disabled={uploads.isSending}
          className="grid gap-x-6 gap-y-4 p-4 sm:p-5 lg:grid-cols-[2fr_1fr] xl:grid-cols-2"
        >
          <legend className="sr-only">About the document</legend>
          <div className="grid min-w-0 content-start gap-4 sm:grid-cols-2">
            {!isSeveral && (
              <Field label="Title" error={errors.titles?.[0]?.message} isRequired className="sm:col-span-2">
                <Input {...register("titles.0")} maxLength={200} placeholder="Certificate of insurance" />
              </Field>
            )}
            <Field label="Document type" error={errors.type?.message} isRequired>
              <Select {...register("type")} placeholder="Select a document type" options={typeOptions} />
            </Field>
            <Field
              label="Valid until"
              error={errors.expiresOn?.message}
              isOptional
              hint="The last day, if there is one."
            >
              <Input type="date" {...register("expiresOn")} />
            </Field>
            <Field
              label="Building"
              error={
                errors.buildingId?.message ??
                (buildings.isError ? "The buildings could not be loaded." : undefined)
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
                  // The chosen unit belongs to the previous building.
                  onChange: () => setValue("unitId", ""),
                })}
                value={buildingId}
                placeholder={onlyBuilding === undefined ? "Select a building" : undefined}
                options={(buildings.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </Field>
            <Field
              label="Unit"
              error={
                errors.unitId?.message ??
                (unitsOfBuilding.isError ? "The units could not be loaded." : undefined)
              }
              isOptional
              hint={role === "tenant" ? "It belongs to your own unit." : undefined}
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
                  isOfMaintenance={type === "Maintenance"}
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
            onAdd={(chosen) => onFiles(withFiles(files, chosen))}
            onRemove={remove}
          >
            <ScanPages
              name="scan"
              isDisabled={uploads.isSending}
              onScanned={(scan) => onFiles(withFiles(files, [scan]))}
            />
          </FilesField>
          {isSeveral && (
            <div className="lg:col-span-2">
              <FileTitles
                files={files}
                register={(at) => register(`titles.${at}`)}
                errorOf={(at) => {
                  const one = files[at];
                  return errors.titles?.[at]?.message ?? (one === undefined ? undefined : fileErrorOf(one));
                }}
                stateOf={uploads.stateOf}
                onRemove={remove}
              />
            </div>
          )}
        </fieldset>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 sm:px-5">
          {uploads.isSending && (
            <UploadProgress
              what={isSeveral ? `file ${sendingAt + 1} of ${files.length}` : "the file"}
              share={share}
            />
          )}
          {uploads.isCancelled && !uploads.isSending && (
            <p role="status" className="mr-auto text-ink-soft">
              {files.some((one) => uploads.stateOf(one)?.state === "sent")
                ? "The upload was cancelled. What was uploaded before is kept."
                : "The upload was cancelled. Nothing was kept."}
            </p>
          )}
          <Button
            // Once the upload is complete, the document is being created and can no longer be cancelled.
            disabled={uploads.isSending && share >= 1}
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
            {isSeveral ? "Upload Documents" : "Upload Document"}
          </Button>
        </footer>
      </form>
    </Card>
  );
}
