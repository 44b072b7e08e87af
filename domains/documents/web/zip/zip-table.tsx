import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { listPropertyOptions, listUnits, type PropertyOption } from "#domains/properties/choices-contract.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { RowCheckbox } from "#web/ui/tables/row-checkbox.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { documentPath } from "../../paths.ts";
import { type DocumentType, documentTypes } from "../../types.ts";
import { canAdd, findRowErrors, type ZipRow } from "./zip-rows.ts";

type OnChange = (index: number, change: Partial<ZipRow>) => void;

interface ZipTableProps {
  rows: readonly ZipRow[];
  /** Whether the errors of the values are shown, as after the first attempt to add the documents. */
  showsErrors: boolean;
  onChange: OnChange;
}

/** The files of the ZIP, each with its matches to correct and, once the documents are created, its outcome. */
export function ZipTable({ rows, showsErrors, onChange }: ZipTableProps) {
  const properties = useQuery(endpointQuery(listPropertyOptions, {})).data ?? [];
  return (
    <Table
      caption="Files in the ZIP"
      columns={getColumns({ properties, showsErrors, onChange })}
      rows={rows}
      rowKey={({ file }) => file.index}
    />
  );
}

const typeOptions = documentTypes.map((value) => ({ value, label: value }));

function getColumns({
  properties,
  showsErrors,
  onChange,
}: Omit<ZipTableProps, "rows"> & { properties: readonly PropertyOption[] }): Column<ZipRow>[] {
  const getErrors = (row: ZipRow) => (showsErrors && row.isIncluded ? findRowErrors(row) : {});
  const edit = (render: (row: ZipRow) => ReactNode) => (row: ZipRow) =>
    canAdd(row) && row.isIncluded ? <div className="py-1.5 text-left">{render(row)}</div> : null;
  return [
    {
      key: "file",
      header: "File",
      phoneSlot: "title",
      className: "sm:min-w-56",
      cell: (row) => <FileCell row={row} onChange={onChange} />,
    },
    {
      key: "title",
      header: "Title",
      align: "start",
      className: "sm:min-w-44",
      cell: edit((row) => (
        <Field label={`Title of ${row.file.path}`} isLabelHidden error={getErrors(row).title}>
          <Input
            value={row.title}
            maxLength={200}
            onChange={({ target }) => onChange(row.file.index, { title: target.value })}
          />
        </Field>
      )),
    },
    {
      key: "property",
      header: "Property",
      align: "start",
      className: "sm:min-w-44",
      cell: edit((row) => (
        <Field label={`Property of ${row.file.path}`} isLabelHidden error={getErrors(row).propertyId}>
          <Select
            value={row.propertyId}
            placeholder="Select a property"
            options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={({ target }) => onChange(row.file.index, { propertyId: target.value, unitId: "" })}
          />
        </Field>
      )),
    },
    {
      key: "unit",
      header: "Unit",
      align: "start",
      className: "sm:min-w-32",
      cell: edit((row) => <UnitField row={row} onChange={onChange} />),
    },
    {
      key: "type",
      header: "Type",
      align: "start",
      className: "sm:min-w-36",
      cell: edit((row) => (
        <Field label={`Type of ${row.file.path}`} isLabelHidden>
          <Select
            value={row.type}
            options={typeOptions}
            onChange={({ target }) => onChange(row.file.index, { type: target.value as DocumentType })}
          />
        </Field>
      )),
    },
  ];
}

function FileCell({ row, onChange }: { row: ZipRow; onChange: OnChange }) {
  const { file, outcome, isIncluded, title } = row;
  return (
    <div className="flex gap-3 py-1.5">
      {canAdd(row) && (
        <RowCheckbox
          label={`Add ${file.path}`}
          isChecked={isIncluded}
          onChange={(isChecked) => onChange(file.index, { isIncluded: isChecked })}
        />
      )}
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {file.path} <span className="font-normal text-ink-soft text-sm">{formatBytes(file.bytes)}</span>
        </p>
        {outcome?.documentId != null ? (
          <p className="text-green-text text-sm">
            {"Added as "}
            <Link href={documentPath(outcome.documentId)} className="hover:underline">
              {title}
            </Link>
          </p>
        ) : (
          <FileNote file={file} message={outcome?.message ?? null} />
        )}
      </div>
    </div>
  );
}

function FileNote({ file, message }: { file: ZipRow["file"]; message: string | null }) {
  const error = message ?? file.error;
  if (error !== null) return <p className="text-red-text text-sm">{error}</p>;
  return (
    <p className="text-ink-soft text-sm">
      {file.reading === "" ? "No words in the path match." : `${file.reading}.`}
    </p>
  );
}

function UnitField({ row, onChange }: { row: ZipRow; onChange: OnChange }) {
  const units = useQuery({
    ...endpointQuery(listUnits, { params: { id: row.propertyId } }),
    enabled: row.propertyId !== "",
  });
  return (
    <Field
      label={`Unit of ${row.file.path}`}
      isLabelHidden
      error={units.isError ? "Couldn't load units." : undefined}
    >
      <Select
        value={row.unitId}
        placeholder="All Units"
        options={(units.data ?? []).map(({ id, unitNumber }) => ({ value: String(id), label: unitNumber }))}
        onChange={({ target }) => onChange(row.file.index, { unitId: target.value })}
      />
    </Field>
  );
}
