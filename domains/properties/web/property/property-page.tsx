import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useParams, useSearch } from "wouter";
import { RelatedDocuments } from "#domains/documents/web/list/related-documents.tsx";
import { monthsPath } from "#domains/month-end/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { RelatedWorkOrders } from "#domains/work-orders/web/list/related-work-orders.tsx";
import { formatTimeZone } from "#shared/format/time-zone.ts";
import { Plus } from "#web/icons.ts";
import { openEditState, useOpenFormLink } from "#web/open-form-link.ts";
import { useCan } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { PropertyPhoto } from "#web/ui/faces/property-photo.tsx";
import { ImageButtons } from "#web/ui/forms/image-buttons.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import type { PropertyDetails } from "../../contract.ts";
import { addUnitPath, propertiesPath } from "../../paths.ts";
import { propertyTypeLabels } from "../../property-types.ts";
import { DeletePropertyDialog } from "../delete-dialog.tsx";
import { accessNotesDetail, DetailList, NotProvided } from "../detail-list.tsx";
import { useChangePhoto } from "../mutations.ts";
import { fullAddress } from "../property-list/property-search.ts";
import { propertyQuery } from "../queries.ts";
import { RecordActions } from "../record-actions.tsx";
import { StackingPlan } from "../stacking-plan.tsx";
import { UnitsTable } from "../units/units-table.tsx";
import { EditPropertyDialog } from "./edit-property-dialog.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PropertyOverview } from "./property-overview.tsx";

const tabs = [
  { value: "units", label: "Units" },
  { value: "orders", label: "Work Orders" },
  { value: "documents", label: "Documents" },
  { value: "people", label: "People" },
] as const;
type Tab = (typeof tabs)[number]["value"];

/** PROP-12: the page that `View Details` opens. */
export default function PropertyPage() {
  const id = Number(useParams().id);
  const property = useQuery(propertyQuery(id));
  return (
    <RecordPage query={property} noun="property" all={{ href: propertiesPath, label: "All properties" }}>
      {(value) => <PropertyView key={value.id} property={value} />}
    </RecordPage>
  );
}

function PropertyView({ property }: { property: PropertyDetails }) {
  const [dialog, setDialog] = useState<"edit" | "delete">();
  const [tab, setTab] = useTab();
  const [, navigate] = useLocation();
  const { id, name, type } = property;
  const close = () => setDialog(undefined);
  useOpenFormLink(() => setDialog("edit"), openEditState);
  return (
    <>
      <div className="mb-4 grid overflow-hidden rounded-lead *:col-start-1 *:row-start-1">
        <PropertyPhoto
          image={property.image}
          alt={property.image == null ? "No photo yet" : `Photo of ${name}`}
          className="aspect-auto! h-full min-h-40 sm:max-h-55 sm:min-h-55"
        />
        <div className="self-end bg-linear-to-t from-35% from-black/80 to-transparent px-4 pt-8 text-white sm:px-5 [&_h1+div]:text-white [&>a]:text-white">
          <PageHeader
            back={{ href: propertiesPath, label: "Properties" }}
            title={name}
            note={fullAddress(property)}
            action={
              <RecordActions
                name={name}
                menuClassName="bg-surface ring-1 ring-line-2 ring-inset max-sm:flex-none!"
                onEdit={() => setDialog("edit")}
                onDelete={() => setDialog("delete")}
              >
                {type === "multi" && (
                  <ButtonLink href={addUnitPath(id)} variant="primary" icon={<Plus aria-hidden="true" />}>
                    Add Unit
                  </ButtonLink>
                )}
              </RecordActions>
            }
          />
        </div>
      </div>
      <div className="mb-6 grid items-start gap-x-8 gap-y-4 xl:grid-cols-2">
        <StackingPlan propertyId={id} size="tall" />
        <PropertyOverview propertyId={id} />
      </div>
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <div className="mb-4">
            <Tabs name="property" label="About this property" tabs={tabs} value={tab} onChange={setTab} />
          </div>
          <TabPanel name="property" value={tab}>
            <>
              {tab === "units" && <UnitsTable property={property} />}
              {tab === "orders" && (
                <RelatedWorkOrders filter={{ propertyId: String(id) }} caption={`Work orders at ${name}`} />
              )}
              {tab === "documents" && (
                <RelatedDocuments
                  record={{ propertyId: String(id) }}
                  uploadTo={{ propertyId: id }}
                  label={`Documents for ${name}`}
                />
              )}
              {tab === "people" && <PeopleTable property={property} />}
            </>
            {tab === "orders" && (
              <p className="mt-3">
                <Link
                  href={`${workOrdersPath}?propertyId=${id}`}
                  className="thumb rounded-sm font-medium text-accent-text hover:underline"
                >
                  Search and filter these work orders
                </Link>
              </p>
            )}
          </TabPanel>
        </div>
        <Section title="Details" className="space-y-4">
          <DetailList details={getDetails(property)} isNarrow />
          <MonthEndLink propertyId={id} />
          <PhotoButtons property={property} />
        </Section>
      </div>
      {dialog === "edit" && <EditPropertyDialog property={property} onClose={close} />}
      {dialog === "delete" && (
        <DeletePropertyDialog
          property={property}
          onClose={close}
          onDeleted={() => navigate(propertiesPath, { replace: true })}
        />
      )}
    </>
  );
}

function MonthEndLink({ propertyId }: { propertyId: number }) {
  if (!useCan("ledger.read-months")) return null;
  return (
    <Link
      href={monthsPath(propertyId)}
      className="thumb inline-block rounded-sm font-medium text-accent-text hover:underline"
    >
      Month end
    </Link>
  );
}

const getDetails = ({
  type,
  unitCount,
  yearBuilt,
  mlsNumber,
  country,
  timeZone,
  accessNotes,
}: PropertyDetails) => [
  {
    name: "Type",
    value: (
      <Badge tone={type === "multi" ? "violet" : "green"} hasMark={false}>
        {propertyTypeLabels[type]}
      </Badge>
    ),
  },
  { name: "Units", value: (unitCount ?? 1).toLocaleString("en-US") },
  { name: "Year built", value: yearBuilt ?? <NotProvided /> },
  { name: "MLS number", value: mlsNumber ?? <NotProvided /> },
  { name: "Country", value: country },
  { name: "Time zone", value: formatTimeZone(timeZone) },
  accessNotesDetail(accessNotes),
];

/** Keeps the open tab in the URL. */
function useTab(): [Tab, (tab: Tab) => void] {
  const [path, navigate] = useLocation();
  const requestedTab = new URLSearchParams(useSearch()).get("tab");
  const tab = tabs.find(({ value }) => value === requestedTab)?.value ?? "units";
  return [tab, (next) => navigate(next === "units" ? path : `${path}?tab=${next}`, { replace: true })];
}

function PhotoButtons({ property: { id, image } }: { property: PropertyDetails }) {
  const change = useChangePhoto(id);
  return (
    <ImageButtons
      label="Property photo"
      noun="Photo"
      hasImage={image != null}
      isSaving={change.isPending}
      onChange={change.mutate}
    />
  );
}
