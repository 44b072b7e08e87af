import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { Link, useParams } from "wouter";
import { documentKinds } from "#domains/documents/kinds.ts";
import { propertyPath } from "#domains/properties/paths.ts";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatCalendarDay, formatDay, formatDays } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { buildPath } from "#web/api-client.ts";
import { Check, Download, FileUp, Pencil } from "#web/icons.ts";
import { localToday } from "#web/local-today.ts";
import { openEditState, useOpenFormLink } from "#web/open-form-link.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { toastError } from "#web/toast-error.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type Bill, readBillFile } from "../../contract.ts";
import { billsPath, vendorBillsPath } from "../../paths.ts";
import { useEditBill, useStoreBillFile } from "../mutations.ts";
import { billQuery } from "../queries.ts";
import { BillStateBadge } from "./bill-columns.tsx";

const EditBill = lazyPart(() =>
  import("./bill-dialogs.tsx").then((module) => ({ default: module.EditBill })),
);
const VoidBill = lazyPart(() =>
  import("./bill-dialogs.tsx").then((module) => ({ default: module.VoidBill })),
);

/** One bill with its lines, file, and work order. */
export default function BillPage() {
  const id = Number(useParams().id);
  return (
    <RecordPage query={useQuery(billQuery(id))} noun="bill" all={{ href: billsPath, label: "All bills" }}>
      {(bill) => <BillView key={bill.id} bill={bill} />}
    </RecordPage>
  );
}

function BillView({ bill }: { bill: Bill }) {
  const [dialog, setDialog] = useState<"edit" | "void" | null>(null);
  const canWrite = useIsServerReachable();
  const { id, vendor, number, state, voided, version } = bill;
  const isVoided = voided !== null;
  const pay = useEditBill(() => undefined);
  useOpenFormLink(() => setDialog("edit"), openEditState);
  return (
    <>
      <PageHeader
        back={{ href: billsPath, label: "Bills" }}
        title={number === "" ? `Bill from ${vendor.name}` : `Bill ${number} from ${vendor.name}`}
        note={<BillStateBadge state={state} />}
        action={
          !isVoided && (
            <>
              <Button disabled={!canWrite} onClick={() => setDialog("void")}>
                Void
              </Button>
              <Button
                disabled={!canWrite}
                icon={<Pencil aria-hidden="true" />}
                onClick={() => setDialog("edit")}
              >
                Edit
              </Button>
              {state === "unpaid" && (
                <Button
                  variant="primary"
                  icon={<Check aria-hidden="true" />}
                  disabled={!canWrite}
                  isBusy={pay.isPending}
                  busyLabel="Saving..."
                  onClick={() =>
                    pay.mutate({ id, version, body: { paidOn: localToday() } }, { onError: toastError })
                  }
                >
                  Mark as Paid
                </Button>
              )}
            </>
          )
        }
      />
      <div className="space-y-6">
        {isVoided && (
          <Banner kind="info" title={`${voided.by} voided this bill on ${formatDay(voided.at)}.`}>
            {voided.reason}
          </Banner>
        )}
        <BillDetails bill={bill} />
        <Section title="Lines">
          <Table
            caption="Lines of the bill"
            columns={lineColumns}
            rows={toLineRows(bill)}
            rowKey={({ key }) => key}
            look={({ key }) => (key === "total" ? "total" : undefined)}
          />
        </Section>
        <BillFile bill={bill} canReplace={canWrite && !isVoided} />
        <p className="px-(--inset) text-ink-soft text-sm">
          {`Entered by ${bill.createdBy} on ${formatDay(bill.createdAt)}.`}
        </p>
      </div>
      <Suspense>
        {dialog === "edit" && !isVoided && <EditBill bill={bill} onClose={() => setDialog(null)} />}
        {dialog === "void" && !isVoided && <VoidBill bill={bill} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

const linkClasses = "thumb rounded-sm text-accent-text hover:underline";

function BillDetails({ bill }: { bill: Bill }) {
  const { vendor, property, workOrder, paidOn } = bill;
  const details: readonly [name: string, value: ReactNode][] = [
    [
      "Vendor",
      <Link key="vendor" href={vendorBillsPath(vendor.id)} className={linkClasses}>
        {vendor.name}
      </Link>,
    ],
    [
      "Property",
      <Link key="property" href={propertyPath(property.id)} className={linkClasses}>
        {property.name}
      </Link>,
    ],
    ["Bill date", formatCalendarDay(bill.billedOn)],
    ["Service period", formatDays(bill.serviceFrom, bill.serviceTo)],
    ["Due on", formatCalendarDay(bill.dueOn)],
    ["Paid on", paidOn === null ? "Not paid" : formatCalendarDay(paidOn)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-(--inset) lg:grid-cols-3">
      {details.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="mt-0.5 font-medium tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
      {workOrder !== null && (
        <div className="col-span-full">
          <dt className="text-ink-soft text-sm">Work order</dt>
          <dd className="mt-0.5">
            <Link href={workOrderPath(workOrder.id)} className={linkClasses}>
              {`${workOrderNumber(workOrder.id)} ${workOrder.title}`}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface LineRow {
  key: string;
  category: string;
  memo: string;
  amountCents: number;
}

const toLineRows = ({ lines, totalCents }: Bill): LineRow[] => [
  ...lines.map(({ category, memo, amountCents }, index) => ({
    key: String(index),
    category,
    memo,
    amountCents,
  })),
  { key: "total", category: "Total", memo: "", amountCents: totalCents },
];

const lineColumns: readonly Column<LineRow>[] = [
  { key: "category", header: "Category", phoneSlot: "title", cell: ({ category }) => category },
  { key: "memo", header: "Memo", phoneSlot: "line", cell: ({ memo }) => memo },
  {
    key: "amount",
    header: "Amount",
    phoneSlot: "figure",
    align: "end",
    cell: ({ amountCents }) => <span className="tabular-nums">{formatCents(toCents(amountCents))}</span>,
  },
];

const acceptedFiles = Object.keys(documentKinds)
  .map((extension) => `.${extension}`)
  .join(",");

/** The vendor's document, which can be downloaded and replaced. */
function BillFile({ bill: { id, file }, canReplace }: { bill: Bill; canReplace: boolean }) {
  const store = useStoreBillFile(id);
  return (
    <Section title="File">
      <div className="flex flex-wrap items-center gap-3 px-(--inset) pt-3">
        {file === null ? (
          <p className="text-ink-soft">No file yet. Add the vendor's document.</p>
        ) : (
          <a href={buildPath(readBillFile, { id })} download className={buttonClasses({})}>
            <Download aria-hidden="true" />
            {`${file.name} (${formatBytes(file.bytes)})`}
          </a>
        )}
        <FileButton
          label={store.isPending ? "Uploading..." : file === null ? "Add File" : "Replace File"}
          icon={<FileUp aria-hidden="true" />}
          accept={acceptedFiles}
          isDisabled={!canReplace || store.isPending}
          onFiles={([selected]) => selected !== undefined && store.mutate(selected)}
        />
      </div>
    </Section>
  );
}
