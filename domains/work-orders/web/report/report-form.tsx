import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import { type UseFormRegisterReturn, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { readTenantDay } from "#domains/dashboard/contract.ts";
import { useContractForm } from "#web/contract-form.ts";
import { prefill, useDraft } from "#web/draft.ts";
import { Camera } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { DropArea } from "#web/ui/forms/drop-area.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input, Textarea } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { UnsavedChanges } from "#web/ui/forms/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { useStartAtTop } from "#web/ui/page/use-start-at-top.ts";
import type { SavedPhoto } from "#web/use-saved-photos.ts";
import { createCategories } from "../../categories.ts";
import { maxImagesPerUpload, type WorkOrder, workOrderForm } from "../../contract.ts";
import { type Priority, priorities, priorityLabels } from "../../priorities.ts";
import { useFileSelection } from "../files/file-selection.ts";
import { useUpload } from "../files/send-selected.tsx";
import { getPhotoErrors, photoAccept, photoHint, reportPhotoLimits } from "../photos/photo-limits.ts";
import { SelectedPhotos } from "../photos/selected-photos.tsx";
import { propertiesQuery, unitsQuery } from "../queries.ts";
import { useReportProblem } from "./mutations.ts";
import type { ProblemReportValues } from "./send-report.ts";

interface ReportFormProps {
  onCancel: () => void;
  /** Called with the new work order, or null if the report is only saved on the phone. */
  onReported: (order: WorkOrder | null) => void;
}

const emptyReport: ProblemReportValues = {
  title: "",
  description: "",
  category: "",
  priority: "",
  location: "",
  propertyId: "",
  unitId: "",
};
const categoryOptions = createCategories.map((value) => ({ value, label: value }));
const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }));

/**
 * WO-56 to WO-74. Photos come first because they're the quickest description on a phone. Typed text and
 * selected photos survive a reload. Closing the form aborts the upload.
 */
export function ReportForm(props: ReportFormProps) {
  const { role, membership, unitId } = useUser();
  const isUnitMissing = role === "tenant" && membership !== "active" && unitId === null;
  return isUnitMissing ? <MissingUnit onClose={props.onCancel} /> : <ReportFields {...props} />;
}

function ReportFields({ onCancel, onReported }: ReportFormProps) {
  const user = useUser();
  const canListProperties = useCan("buildings.list");
  const properties =
    useQuery({ ...propertiesQuery, enabled: canListProperties && user.role !== "tenant" }).data ?? [];
  const selectsProperty = properties.length > 1;
  const upload = useUpload();
  const photos = useFileSelection("report", reportPhotoLimits);
  const form = useContractForm(selectsProperty ? formWithProperty : baseForm, emptyReport);
  const { register, handleSubmit, formState, setValue, control } = form;
  const [propertyId, title, location] = useWatch({ control, name: ["propertyId", "title", "location"] });
  const selectedPropertyId = Number(propertyId);
  const myUnit = useMyUnitLocation();
  const draft = useDraft(form, "report", undefined, photos.discard);

  const heading = useRef<HTMLHeadingElement>(null);
  useStartAtTop();
  // The button that opened the form is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (myUnit !== undefined && form.getValues("location") === "") prefill(form, "location", myUnit);
  }, [form, myUnit]);

  const report = useReportProblem((order) => {
    photos.clear();
    draft.clearThen(() => onReported(order))();
  });
  const submitReport = handleSubmit((values) => {
    const files = photos.files.map(({ file }) => file);
    report.mutate({ ...values, photos: files, ...upload.startUpload(files, JSON.stringify(values)) });
  });
  const setField = (name: "title" | "category" | "priority" | "location", value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  /** Keeps a title or location that the user typed. */
  const applyCommonProblem = (problem: CommonProblem) => {
    if (title === "" || isCommonProblem(title)) setField("title", problem.title);
    setField("category", problem.category);
    setField("priority", problem.priority);
    if (location === "" && myUnit !== undefined) setField("location", myUnit);
  };
  const discard = () => {
    draft.discard();
    photos.discard();
  };
  const { errors } = formState;
  return (
    <Lead
      title="New Work Order"
      titleRef={heading}
      description="Describe the problem and where it is. A photo helps."
      action={
        (draft.isRestored || photos.hasRestoredFiles) && (
          <p className="flex items-center gap-2 rounded-control bg-blue-soft py-1 pr-1 pl-3 text-blue-text text-sm">
            We saved your draft.
            <Button size="sm" variant="ghost" onClick={discard}>
              Start over
            </Button>
          </p>
        )
      }
      className="mb-6 animate-rise-in max-sm:-mx-4 max-sm:rounded-none"
    >
      <form noValidate onSubmit={submitReport}>
        <div className="grid gap-x-6 gap-y-4 px-(--inset) pt-2 pb-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <PhotoField
            photos={photos.files}
            errors={[...photos.errors, ...getPhotoErrors(report.error)]}
            onAdd={photos.add}
            onRemove={photos.remove}
          />
          <div className="grid content-start gap-4 sm:grid-cols-2">
            <CommonProblems title={title} onSelect={applyCommonProblem} />
            <Field label="Title" error={errors.title?.message} isRequired className="sm:col-span-2">
              <Input {...register("title")} maxLength={200} placeholder="Water under the sink" />
            </Field>
            <Field
              label="Description"
              error={errors.description?.message}
              isRequired
              className="sm:col-span-2"
            >
              <Textarea
                {...register("description")}
                rows={3}
                placeholder="What happened, and when did it start?"
              />
            </Field>
            <Field label="Category" error={errors.category?.message} isRequired>
              <Select {...register("category")} placeholder="Select a category" options={categoryOptions} />
            </Field>
            <Field label="Priority" error={errors.priority?.message} isRequired>
              <Select {...register("priority")} placeholder="Select a priority" options={priorityOptions} />
            </Field>
            {selectsProperty && (
              <Field label="Property" error={errors.propertyId?.message} isRequired className="sm:col-span-2">
                <Select
                  {...register("propertyId", {
                    // The selected unit belongs to the previous property.
                    onChange: () => setValue("unitId", "", { shouldDirty: true }),
                  })}
                  placeholder="Select a property"
                  options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
                />
              </Field>
            )}
            {user.role !== "tenant" && canListProperties && (
              <UnitField
                selectProps={register("unitId")}
                propertyId={selectsProperty ? selectedPropertyId : (properties[0]?.id ?? selectedPropertyId)}
              />
            )}
            <Field
              label="Location"
              error={errors.location?.message}
              isRequired
              className="sm:col-span-2"
              aside={
                myUnit !== undefined &&
                location !== myUnit && (
                  <button
                    type="button"
                    onClick={() => setField("location", myUnit)}
                    className="thumb -my-1.5 rounded-control px-2 py-1.5 font-medium text-accent-text text-sm hover:bg-hover"
                  >
                    {`Use ${myUnit}`}
                  </button>
                )
              }
            >
              <Input {...register("location")} maxLength={200} placeholder="Floor, room, or directions" />
            </Field>
          </div>
        </div>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-(--inset) py-3">
          {report.isPending && photos.files.length > 0 && (
            <>
              <UnsavedChanges
                title="Leave while this is uploading?"
                description="The upload will stop. Your text and photos will stay in the form."
              />
              <UploadProgress noun="photos" fraction={upload.share} />
            </>
          )}
          <Button onClick={onCancel} className="max-sm:flex-1">
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={report.isPending}
            busyLabel="Submitting..."
            className="max-sm:flex-1"
          >
            Submit Work Order
          </Button>
        </footer>
      </form>
    </Lead>
  );
}

const baseForm = z.extend(workOrderForm, { propertyId: z.string(), unitId: z.string() });
const formWithProperty = z.extend(workOrderForm, {
  propertyId: z.string().check(z.minLength(1, "Please select a property")),
  unitId: z.string(),
});

/** Replaces the form for a pending user without a unit, whose report the server would reject. */
const MissingUnit = ({ onClose }: { onClose: () => void }) => (
  <Lead className="mb-6">
    <EmptyState title="Your unit hasn't been set yet" action={<Button onClick={onClose}>Close</Button>}>
      You can report problems once your unit is set. See the notice at the top of the page.
    </EmptyState>
  </Lead>
);

interface UnitFieldProps {
  selectProps: UseFormRegisterReturn;
  /** 0 while no property is selected. */
  propertyId: number;
}

/** Selects a unit of the property, for staff. The unit's tenant can then see the work order. */
function UnitField({ selectProps, propertyId }: UnitFieldProps) {
  const units = useQuery({ ...unitsQuery(propertyId), enabled: propertyId > 0 }).data ?? [];
  if (units.length === 0) return null;
  return (
    <Field
      label="Unit"
      isOptional
      className="sm:col-span-2"
      hint="The unit's tenant can see this work order."
    >
      <Select
        {...selectProps}
        placeholder="Common area or whole building"
        options={units.map(({ id, unitNumber }) => ({ value: String(id), label: `Unit ${unitNumber}` }))}
      />
    </Field>
  );
}

/**
 * The tenant's unit as a location, such as `Unit 101`, if they have exactly one. Offline, it comes from the
 * leases on the dashboard that they last loaded.
 */
function useMyUnitLocation(): string | undefined {
  const { role, membership } = useUser();
  const isTenant = role === "tenant" && membership === "active";
  const property = useQuery({ ...propertiesQuery, enabled: isTenant }).data?.[0];
  const units = useQuery({
    ...unitsQuery(property?.id ?? 0),
    enabled: isTenant && property !== undefined,
  }).data;
  const savedDay = useQuery({ ...endpointQuery(readTenantDay, {}), enabled: false }).data;
  const unitNumbers =
    units?.map(({ unitNumber }) => unitNumber) ?? savedDay?.leases.flatMap((lease) => lease.units) ?? [];
  return isTenant && unitNumbers.length === 1 ? `Unit ${unitNumbers[0]}` : undefined;
}

interface CommonProblem {
  title: string;
  category: (typeof createCategories)[number];
  priority: Priority;
}

const commonProblems: readonly CommonProblem[] = [
  { title: "Water leak", category: "Plumbing", priority: "high" },
  { title: "No heating or cooling", category: "HVAC", priority: "high" },
  { title: "Lights not working", category: "Electrical", priority: "medium" },
  { title: "Blocked drain", category: "Plumbing", priority: "medium" },
  { title: "Door doesn't lock", category: "Maintenance", priority: "high" },
];

const isCommonProblem = (title: string): boolean => commonProblems.some((problem) => problem.title === title);

interface CommonProblemsProps {
  title: string;
  onSelect: (problem: CommonProblem) => void;
}

/** Fills in the title, category, priority, and location with one tap. */
function CommonProblems({ title, onSelect }: CommonProblemsProps) {
  const id = useId();
  return (
    <div className="sm:col-span-2">
      <p className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={id} className="font-medium">
          Common problems
        </span>
        <span className="text-ink-faint text-sm">Optional</span>
      </p>
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
        {commonProblems.map((problem) => (
          <Button
            key={problem.title}
            size="sm"
            aria-pressed={problem.title === title}
            className="rounded-full aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            onClick={() => onSelect(problem)}
          >
            {problem.title}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface PhotoFieldProps {
  photos: readonly SavedPhoto[];
  /** An error message for each rejected file. */
  errors: readonly string[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (id: number) => void;
}

/** WO-65 to WO-69: photos can be selected, taken, or dropped, repeatedly, and removed one by one. */
function PhotoField({ photos, errors, onAdd, onRemove }: PhotoFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <p className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={`${id}-label`} className="font-medium">
          Photos
        </span>
        <span className="text-ink-faint text-sm">Optional</span>
      </p>
      {photos.length < maxImagesPerUpload && (
        <DropArea
          labelledBy={`${id}-label`}
          describedBy={`${id}-hint`}
          accept={photoAccept}
          isMultiple
          onFiles={onAdd}
          className={photos.length === 0 ? "min-h-36 sm:min-h-44" : "min-h-20"}
        >
          <Camera aria-hidden="true" className="size-6 text-ink-faint" />
          <span className="mt-1.5 font-medium text-accent-text">
            {photos.length === 0 ? "Take or choose photos" : "Add more photos"}
          </span>
          <span id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
            {photoHint}
          </span>
        </DropArea>
      )}
      <SelectedPhotos photos={photos} errors={errors} onRemove={onRemove} />
    </div>
  );
}
