import { useState } from "react";
import { useLocation } from "wouter";
import { buildPath, toUserMessage } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { newIdempotencyKey } from "#web/idempotency-key.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FileField } from "#web/ui/forms/file-field.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { maxImportBytes, maxImportRows, readTemplate } from "../contract.ts";
import type { ImportColumn } from "../import-kind.ts";
import { getImportKind, type ImportKindName, importKindNames } from "../import-kinds.ts";
import { importResultPath } from "../paths.ts";
import { useCheckImport } from "./mutations.ts";

interface NewImportProps {
  kind: ImportKindName;
  onKindChange: (kind: ImportKindName) => void;
}

/** Selects the type, offers its template, and uploads the file for the check. */
export function NewImport({ kind, onKindChange }: NewImportProps) {
  const { purpose, columns } = getImportKind(kind);
  return (
    <>
      <div className="mb-4">
        <Tabs
          name="import-kind"
          label="Import type"
          tabs={importKindNames.map((name) => ({ value: name, label: getImportKind(name).label }))}
          value={kind}
          onChange={onKindChange}
        />
      </div>
      <TabPanel name="import-kind" value={kind}>
        <Lead aria-label="New import">
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-(--inset) py-4">
            <p className="max-w-[70ch] flex-1 basis-64 text-ink-soft">
              {purpose} Upload any CSV or XLSX file with these columns, or fill in the template.
            </p>
            <a
              href={buildPath(readTemplate, { file: `${kind}.csv` })}
              download={`${kind}.csv`}
              className={buttonClasses()}
            >
              <Download aria-hidden="true" />
              Download Template
            </a>
          </div>
          <FileForm kind={kind} />
        </Lead>
        <Section title="Columns" description="Accepted values for each column." className="mt-6">
          <Table
            caption={`Columns for ${getImportKind(kind).noun.plural}`}
            columns={ruleColumns}
            rows={columns}
            rowKey={({ field }) => field}
          />
        </Section>
      </TabPanel>
    </>
  );
}

function FileForm({ kind }: { kind: ImportKindName }) {
  const [, navigate] = useLocation();
  const [selection, setSelection] = useState<{ file: File; key: string } | null>(null);
  const { mutate, isPending, error, reset } = useCheckImport(({ id }) => navigate(importResultPath(id)));
  const canWrite = useIsServerReachable();
  const fileError = selection === null ? undefined : findFileError(selection.file);
  const selectFile = (file: File | null) => {
    reset();
    // One key for all uploads of this file, so that a retry results in the same import.
    setSelection(file === null ? null : { file, key: newIdempotencyKey() });
  };
  return (
    <form
      noValidate
      className="space-y-4 px-(--inset) pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (selection !== null && fileError === undefined) mutate({ kind, ...selection });
      }}
    >
      <FileField
        prompt="Choose a CSV or XLSX file, or drop it here"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        label="CSV or XLSX file"
        hint={`CSV in UTF-8, or XLSX. Up to ${maxImportBytes / 1024 / 1024} MB and ${(getImportKind(kind).maxRows ?? maxImportRows).toLocaleString("en-US")} rows.`}
        file={selection?.file ?? null}
        isDisabled={isPending}
        onSelect={selectFile}
      />
      {(fileError !== undefined || error !== null) && (
        <Banner kind="danger" title={fileError ?? toUserMessage(error)} />
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={selection === null || fileError !== undefined || !canWrite}
        isBusy={isPending}
        busyLabel="Checking every row..."
        className="max-sm:w-full"
      >
        Check File
      </Button>
    </form>
  );
}

function findFileError(file: File): string | undefined {
  if (file.size === 0) return "This file is empty. Fill in the template.";
  if (file.size > maxImportBytes) return "The file can be up to 20 MB. Split it into smaller files.";
  return undefined;
}

const ruleColumns: readonly Column<ImportColumn>[] = [
  {
    key: "header",
    header: "Column",
    phoneSlot: "title",
    className: "sm:w-44",
    cell: ({ header, isRequired }) => (
      <>
        <span className="font-medium">{header}</span>
        {isRequired && <span className="ml-2 text-ink-soft text-sm sm:hidden">required</span>}
      </>
    ),
  },
  {
    key: "required",
    header: "Required?",
    phoneSlot: "hidden",
    className: "sm:w-28",
    cell: ({ isRequired }) => (isRequired ? "Required" : <span className="text-ink-soft">Optional</span>),
  },
  { key: "rule", header: "Accepted values", phoneSlot: "line", cell: ({ acceptedValues }) => acceptedValues },
  {
    key: "example",
    header: "Example",
    phoneSlot: "hidden",
    cell: ({ examples: [first, second] }) => <span className="text-ink-soft">{first || second}</span>,
  },
];
