import { Badge } from "#web/ui/faces/badge.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { FileColumn } from "../contract.ts";
import type { ImportColumn } from "../import-kind.ts";

interface ColumnsTableProps {
  columns: readonly FileColumn[];
  kindColumns: readonly ImportColumn[];
  onChange: (index: number, change: Partial<FileColumn>) => void;
}

/** The columns in the file, each with the field it's matched to, and a question if its values have two readings. */
export function ColumnsTable({ columns, kindColumns, onChange }: ColumnsTableProps) {
  const tableColumns: readonly Column<FileColumn>[] = [
    {
      key: "name",
      header: "Column in the file",
      phoneSlot: "title",
      cell: (column) => (
        <>
          <span className="break-words font-medium">{getColumnLabel(column)}</span>
          {column.isHidden && (
            <span className="ml-2">
              <Badge tone="gray" hasMark={false}>
                Hidden
              </Badge>
            </span>
          )}
        </>
      ),
    },
    {
      key: "samples",
      header: "First values",
      phoneSlot: "line",
      className: "sm:max-w-64",
      cell: ({ samples }) => (
        <span className="break-words text-ink-soft">
          {samples.length === 0 ? "Blank" : samples.join(" · ")}
        </span>
      ),
    },
    {
      key: "field",
      header: "Field",
      align: "start",
      className: "sm:w-64",
      cell: (column) => (
        <FieldSelects
          column={column}
          kindColumns={kindColumns}
          onChange={(change) => onChange(column.index, change)}
        />
      ),
    },
  ];
  return (
    <Table
      caption="Columns in the file"
      columns={tableColumns}
      rows={columns}
      rowKey={({ index }) => index}
    />
  );
}

export const getColumnLabel = ({ name, index }: Pick<FileColumn, "name" | "index">): string =>
  name === "" ? `Column ${index + 1}` : name;

function FieldSelects({
  column,
  kindColumns,
  onChange,
}: {
  column: FileColumn;
  kindColumns: readonly ImportColumn[];
  onChange: (change: Partial<FileColumn>) => void;
}) {
  const { field, ambiguousDay, ambiguousNumber, isDayFirst, decimalMark } = column;
  const type = kindColumns.find((known) => known.field === field)?.type;
  return (
    <div className="space-y-2 py-1.5 text-left">
      <Field label={`Field for ${getColumnLabel(column)}`} isLabelHidden>
        <Select
          placeholder="Don't import"
          value={field ?? ""}
          options={kindColumns.map((known) => ({
            value: known.field,
            label: known.isRequired ? `${known.header} (required)` : known.header,
          }))}
          onChange={({ target }) => onChange({ field: target.value === "" ? null : target.value })}
        />
      </Field>
      {type === "day" && ambiguousDay !== null && (
        <Field label={`How should ${ambiguousDay} be read?`}>
          <Select
            placeholder="Select an order"
            value={isDayFirst === null ? "" : isDayFirst ? "day" : "month"}
            options={[
              { value: "month", label: "Month first" },
              { value: "day", label: "Day first" },
            ]}
            onChange={({ target }) =>
              onChange({ isDayFirst: target.value === "" ? null : target.value === "day" })
            }
          />
        </Field>
      )}
      {type !== undefined && type !== "day" && ambiguousNumber !== null && (
        <Field label={`How should ${ambiguousNumber} be read?`}>
          <Select
            placeholder="Select a decimal mark"
            value={decimalMark ?? ""}
            options={[
              { value: ".", label: "With a decimal point, such as 1,234.50" },
              { value: ",", label: "With a decimal comma, such as 1.234,50" },
            ]}
            onChange={({ target }) =>
              onChange({ decimalMark: target.value === "." || target.value === "," ? target.value : null })
            }
          />
        </Field>
      )}
    </div>
  );
}
