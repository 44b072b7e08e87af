import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
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
import { FileField } from "#web/ui/file-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { UnsavedChanges } from "#web/ui/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import { documentForm } from "../contract.ts";
import { fileHint, fileSentences } from "../kinds.ts";
import { type DocumentType, documentTypes, type Visibility } from "../types.ts";
import { AudienceField, audiencesOf } from "./audience-field.tsx";
import { documentAccept, refusalOf } from "./check-file.ts";
import { useUpload } from "./use-upload.ts";

interface UploadFormProps {
  file: File | null;
  onFile: (file: File | null) => void;
  /** Preselected values, such as from the filters or a link. */
  start: { buildingId?: string | undefined; unitId?: string | undefined };
  /** Called when the form is cancelled or the document is saved. */
  onClose: () => void;
}

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

/** DOC-02, DOC-11 to DOC-22, DOC-26. */
export function UploadForm({ file, onFile, start, onClose }: UploadFormProps) {
  const { role } = useUser();
  const isStaff = role === "admin" || role === "landlord";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);

  const form = useContractForm(documentForm, {
    title: "",
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

  const upload = useUpload(draft.dropAnd(onClose));
  const fileError =
    (file === null ? (formState.isSubmitted ? fileSentences.missing : undefined) : refusalOf(file)) ??
    fieldErrorsOf(upload.error).file;
  const choose = (chosen: File | null) => {
    upload.forget();
    onFile(chosen);
  };
  const submit = handleSubmit((values) => {
    if (file === null || refusalOf(file) !== undefined) return;
    const fields = Object.fromEntries(
      Object.entries({ ...values, visibility: isStaff ? audience : "" }).map(([name, value]) => [
        name,
        String(value ?? ""),
      ]),
    );
    upload.send({ fields, file }, { onError: showAtFields(form) });
  });
  const { errors } = formState;

  return (
    <Card
      aria-labelledby="upload-form"
      className="mb-6 animate-rise-in max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      {upload.isSending && (
        <UnsavedChanges
          title="Leave while the file is being sent?"
          description="The upload ends, and nothing of it is kept."
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
          <DraftKept draft={draft} />
        </div>
        <fieldset disabled={upload.isSending} className="grid gap-x-6 gap-y-4 p-4 sm:p-5 lg:grid-cols-2">
          <legend className="sr-only">About the document</legend>
          <div className="grid min-w-0 content-start gap-4 sm:grid-cols-2">
            <Field label="Title" error={errors.title?.message} isRequired className="sm:col-span-2">
              <Input {...register("title")} maxLength={200} placeholder="Certificate of insurance" />
            </Field>
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
          <div className="min-w-0 lg:[&_label]:min-h-52">
            <p aria-hidden="true" className="mb-1.5 font-medium">
              Document file
            </p>
            <FileField
              label="Document file"
              invitation="Choose a file, or drop it here"
              accept={documentAccept}
              hint={fileHint}
              error={fileError}
              file={file}
              isDisabled={upload.isSending}
              onChoose={choose}
            />
          </div>
        </fieldset>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 sm:px-5">
          {upload.isSending && <UploadProgress what="the file" share={upload.share} />}
          {upload.isCancelled && !upload.isSending && (
            <p role="status" className="mr-auto text-ink-soft">
              The upload was cancelled. Nothing was kept.
            </p>
          )}
          <Button
            // Once the upload is complete, the document is being created and can no longer be cancelled.
            disabled={upload.isSending && upload.share >= 1}
            onClick={upload.isSending ? upload.cancel : onClose}
            className="max-sm:flex-1"
          >
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={upload.isSending}
            busyLabel="Uploading..."
            className="max-sm:flex-1"
          >
            Upload Document
          </Button>
        </footer>
      </form>
    </Card>
  );
}
