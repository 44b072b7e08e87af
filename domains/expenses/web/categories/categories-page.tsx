import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Pencil, Plus } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type Category, exportCategories } from "../../categories-contract.ts";
import { billsPath } from "../../paths.ts";
import { categoriesQuery } from "../queries.ts";
import { PoolSection } from "./pool-section.tsx";
import { PoolYears } from "./pool-years.tsx";

const AddCategory = lazyPart(() =>
  import("./category-dialogs.tsx").then((module) => ({ default: module.AddCategory })),
);
const EditCategory = lazyPart(() =>
  import("./category-dialogs.tsx").then((module) => ({ default: module.EditCategory })),
);

/** The expense categories and pools. Administrators change them, and landlords see them. */
export default function CategoriesPage() {
  const [dialog, setDialog] = useState<"add" | Category | null>(null);
  const canConfigure = useCan("expenses.configure");
  const canWrite = useIsServerReachable() && canConfigure;
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        back={{ href: billsPath, label: "Bills" }}
        title="Expense Categories"
        action={
          <>
            <ExportLink endpoint={exportCategories} query={{}} noun="expense categories" />
            {canConfigure && (
              <Button
                variant="primary"
                disabled={!canWrite}
                icon={<Plus aria-hidden="true" />}
                onClick={() => setDialog("add")}
              >
                Add Category
              </Button>
            )}
          </>
        }
      />
      <RecordPage
        query={useQuery(categoriesQuery)}
        noun="expense categories"
        all={{ href: billsPath, label: "Bills" }}
      >
        {(categories) => (
          <div className="space-y-6">
            <Section title="Categories">
              <Table
                caption="Expense categories"
                columns={getColumns(canWrite ? setDialog : undefined)}
                rows={categories}
                rowKey={({ id }) => id}
                onOpen={canWrite ? setDialog : undefined}
                onEdit={canWrite ? setDialog : undefined}
              />
            </Section>
            <PoolSection categories={categories} />
            <PoolYears />
          </div>
        )}
      </RecordPage>
      <Suspense>
        {dialog === "add" && <AddCategory onClose={close} />}
        {dialog !== null && dialog !== "add" && <EditCategory category={dialog} onClose={close} />}
      </Suspense>
    </>
  );
}

const describeTraits = (category: Category): string =>
  [
    category.isRecoverable ? "Recoverable" : "Not recoverable",
    category.isControllable && "controllable",
    category.variesWithOccupancy && "varies with occupancy",
    category.isCapital && "capital",
    category.isArchived && "archived",
  ]
    .filter(Boolean)
    .join(", ");

const getColumns = (onEdit: ((category: Category) => void) | undefined): readonly Column<Category>[] => [
  {
    key: "name",
    header: "Name",
    phoneSlot: "title",
    cell: ({ name, isArchived }) => (
      <span className={isArchived ? "text-ink-soft" : "font-medium"}>{name}</span>
    ),
  },
  { key: "pool", header: "Pool", phoneSlot: "badge", cell: ({ pool }) => pool ?? "None" },
  { key: "account", header: "Account", phoneSlot: "figure", cell: ({ accountCode }) => accountCode },
  {
    key: "traits",
    header: "Treatment",
    phoneSlot: "line",
    cell: (category) => <span className="text-ink-soft text-sm">{describeTraits(category)}</span>,
  },
  {
    key: "actions",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (category) =>
      onEdit !== undefined && (
        <Button
          size="sm"
          variant="link"
          icon={<Pencil aria-hidden="true" />}
          aria-label={`Edit ${category.name}`}
          onClick={() => onEdit(category)}
        >
          Edit
        </Button>
      ),
  },
];
