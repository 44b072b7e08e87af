import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { UnsavedChanges } from "#web/ui/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import { createCategories } from "../categories.ts";
import { workOrderForm } from "../contract.ts";
import { priorities, priorityLabels } from "../priorities.ts";
import { useReportFault } from "./api.ts";
import { useChosen } from "./chosen.ts";
import { type CommonProblem, CommonProblems, isCommonProblem } from "./common-problems.tsx";
import { useOwnUnit } from "./own-unit.ts";
import { PhotoField } from "./photo-field.tsx";
import { photosOfReport } from "./photos.ts";
import { PlaceUnknown } from "./place-unknown.tsx";
import { buildingsQuery } from "./queries.ts";
import { useSending } from "./send-chosen.tsx";
import type { ReportValues } from "./send-report.ts";
import { UnitField } from "./unit-field.tsx";

interface ReportFormProps {
  onCancel: () => void;
  onReported: () => void;
}

const empty: ReportValues = {
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
 * WO-56 to WO-74. Photos come first: on a phone they are the quickest description. What was typed and chosen survives a reload;
 * closing the form aborts the upload.
 */
export function ReportForm(props: ReportFormProps) {
  const { role, membership, unitId } = useUser();
  const isPlaceUnknown = role === "tenant" && membership !== "active" && unitId === null;
  return isPlaceUnknown ? <PlaceUnknown onClose={props.onCancel} /> : <Form {...props} />;
}

function Form({ onCancel, onReported }: ReportFormProps) {
  const user = useUser();
  const mayList = useMay("buildings.list");
  const buildings = useQuery({ ...buildingsQuery, enabled: mayList && user.role !== "tenant" }).data ?? [];
  const choosesBuilding = buildings.length > 1;
  const sending = useSending();
  const photos = useChosen("report", photosOfReport);
  const form = useContractForm(choosesBuilding ? formWithBuilding : formAlone, empty);
  const { register, handleSubmit, formState, setValue, control } = form;
  const [propertyId, title, location] = useWatch({ control, name: ["propertyId", "title", "location"] });
  const chosenId = Number(propertyId);
  const ownUnit = useOwnUnit();
  const draft = useDraft(form, "report");

  const report = useReportFault(() => {
    photos.drop();
    draft.dropAnd(onReported)();
  });
  const send = handleSubmit((values) => {
    const files = photos.chosen.map(({ file }) => file);
    report.mutate({ ...values, photos: files, ...sending.begin(files, JSON.stringify(values)) });
  });
  const fill = (name: "title" | "category" | "priority" | "location", value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  /** Keeps a title of the user's own words, and the location they gave. */
  const fillIn = (problem: CommonProblem) => {
    if (title === "" || isCommonProblem(title)) fill("title", problem.title);
    fill("category", problem.category);
    fill("priority", problem.priority);
    if (location === "" && ownUnit !== undefined) fill("location", ownUnit);
  };
  const discard = () => {
    draft.discard();
    photos.discard();
  };
  const { errors } = formState;
  return (
    <Card
      aria-labelledby="report-form"
      className="mb-6 animate-rise-in max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      <form noValidate onSubmit={send}>
        <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-4 sm:px-5">
          <div>
            <h2 id="report-form" className="text-lg leading-6">
              New Work Order
            </h2>
            <p className="mt-0.5 text-ink-soft">
              A photo, where it is and what is wrong: that is all it takes.
            </p>
          </div>
          {(draft.isRestored || photos.areRestored) && (
            <p className="flex items-center gap-2 rounded-control bg-blue-soft py-1 pr-1 pl-3 text-blue-text text-sm">
              Your unsent report was kept.
              <Button size="sm" variant="ghost" onClick={discard}>
                Start over
              </Button>
            </p>
          )}
        </header>
        <div className="grid gap-x-6 gap-y-4 p-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:p-5">
          <PhotoField
            photos={photos.chosen}
            refusals={photos.refusals}
            onAdd={photos.add}
            onRemove={photos.remove}
          />
          <div className="grid content-start gap-4 sm:grid-cols-2">
            <CommonProblems title={title} onChoose={fillIn} />
            <Field label="Title" error={errors.title?.message} isRequired className="sm:col-span-2">
              <Input {...register("title")} maxLength={200} placeholder="Water under the sink" />
            </Field>
            <Field
              label="Description"
              error={errors.description?.message}
              isRequired
              className="sm:col-span-2"
            >
              <Textarea {...register("description")} rows={3} placeholder="What happened, and since when?" />
            </Field>
            <Field label="Category" error={errors.category?.message} isRequired>
              <Select {...register("category")} placeholder="Select a category" options={categoryOptions} />
            </Field>
            <Field label="Priority" error={errors.priority?.message} isRequired>
              <Select {...register("priority")} placeholder="Select a priority" options={priorityOptions} />
            </Field>
            {choosesBuilding && (
              <Field label="Building" error={errors.propertyId?.message} isRequired className="sm:col-span-2">
                <Select
                  {...register("propertyId", {
                    // The chosen unit belongs to the previous building.
                    onChange: () => setValue("unitId", "", { shouldDirty: true }),
                  })}
                  placeholder="Select a building"
                  options={buildings.map(({ id, name }) => ({ value: String(id), label: name }))}
                />
              </Field>
            )}
            {user.role !== "tenant" && mayList && (
              <UnitField
                wiring={register("unitId")}
                propertyId={choosesBuilding ? chosenId : (buildings[0]?.id ?? chosenId)}
              />
            )}
            <Field
              label="Location"
              error={errors.location?.message}
              isRequired
              className="sm:col-span-2"
              aside={
                ownUnit !== undefined && (
                  <button
                    type="button"
                    onClick={() => fill("location", ownUnit)}
                    className="thumb -my-1.5 rounded-control px-2 py-1.5 font-medium text-accent-text text-sm hover:bg-hover"
                  >
                    {`Use ${ownUnit}`}
                  </button>
                )
              }
            >
              <Input
                {...register("location")}
                maxLength={200}
                placeholder="Floor, room, or where to find it"
              />
            </Field>
          </div>
        </div>
        <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3 sm:px-5">
          {report.isPending && photos.chosen.length > 0 && (
            <>
              <UnsavedChanges
                title="Leave while the report is being sent?"
                description="The upload ends. What you wrote and the photos stay in the form."
              />
              <UploadProgress what="photos" share={sending.share} />
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
    </Card>
  );
}

const formAlone = z.extend(workOrderForm, { propertyId: z.string(), unitId: z.string() });
const formWithBuilding = z.extend(workOrderForm, {
  propertyId: z.string().check(z.minLength(1, "Please select a building")),
  unitId: z.string(),
});
