import { Fragment, type ReactNode } from "react";
import { useLocation } from "wouter";
import { useProperties } from "#web/list/filters.tsx";
import { classes } from "#web/ui/classes.ts";
import { PropertyPhoto } from "#web/ui/faces/property-photo.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import type { ReportDocument, ReportRow } from "../contract.ts";
import { formatCell, formatNotes, getPaperColumns, isNumeric } from "../format-cell.ts";

type PaperColumn = ReturnType<typeof getPaperColumns>[number];
type Group = ReportDocument["groups"][number];

type TableRow =
  | ({ kind: "row"; key: string } & ReportRow)
  | ({ kind: "head"; key: string } & Group)
  | { kind: "subtotal" | "total"; key: string; name: string; cells: ReportRow["cells"] };

/** The rows of a report below the names of their groups, with subtotals if there is more than one group, and the total. */
export function ReportTable({ report }: { report: ReportDocument }) {
  const [, navigate] = useLocation();
  const columns = getPaperColumns(report.columns);
  return (
    <Table<TableRow>
      caption={report.title}
      columns={columns.map((column, at) => toTableColumn(column, at === 0))}
      rows={toRows(report)}
      rowKey={({ key }) => key}
      look={({ kind }) => (kind === "row" ? undefined : kind)}
      canOpen={(row) => row.kind === "row" && row.href !== null}
      onOpen={(row) => row.kind === "row" && row.href !== null && navigate(row.href)}
      phoneOpenLabel="Open"
      keepsFirstColumn
    />
  );
}

function toRows({ groups, rows, totals }: ReportDocument): TableRow[] {
  const keyedRows = rows.map((row, at) => ({ kind: "row" as const, key: `row ${at}`, ...row }));
  return [
    ...keyedRows.filter(({ group }) => group === null),
    ...groups.flatMap((group): TableRow[] => {
      const groupRows = keyedRows.filter((row) => row.group === group.id);
      if (groupRows.length === 0) return [];
      return [
        { kind: "head", key: `head ${group.id}`, ...group },
        ...groupRows,
        ...(groups.length > 1
          ? [
              {
                kind: "subtotal" as const,
                key: `subtotal ${group.id}`,
                name: group.name,
                cells: group.totals,
              },
            ]
          : []),
      ];
    }),
    ...(totals === null
      ? []
      : [{ kind: "total" as const, key: "total", name: totals.label, cells: totals.cells }]),
  ];
}

function Head({ group: { id, name, note, isProperty } }: { group: Group }) {
  const property = useProperties().find((known) => isProperty && known.id === id);
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 pt-2">
      {property !== undefined && (
        <PropertyPhoto image={property.image} alt="" isSmall className="h-6.5! w-8.5! rounded-[5px]" />
      )}
      <span className="text-section">{name}</span>
      <span className="text-ink-soft text-sm">{note}</span>
    </span>
  );
}

function toTableColumn(column: PaperColumn, isFirst: boolean): Column<TableRow> {
  const { key, header, phoneSlot } = column;
  const isEnd = isNumeric(column.type);
  const cell = (row: TableRow): ReactNode => {
    if (row.kind === "head") return isFirst && <Head group={row} />;
    if (row.kind !== "row") {
      // Overflows into the empty cells next to it.
      if (isFirst) return <span className="-mr-96 inline-block whitespace-nowrap">{row.name}</span>;
      return row.cells[key] != null && <Value column={column} cells={row.cells} />;
    }
    return <Value column={column} cells={row.cells} />;
  };
  return {
    key,
    header,
    cell,
    // Tables right-align a last column that has no alignment.
    align: isEnd ? "end" : "start",
    className:
      phoneSlot === "title"
        ? "sm:min-w-28 sm:wrap-break-word"
        : isEnd
          ? undefined
          : "sm:max-w-64 sm:wrap-break-word",
    ...(phoneSlot !== null && { phoneSlot }),
    phoneCell: (row) => {
      if (row.kind === "head") return isFirst && <Head group={row} />;
      if (phoneSlot === "title") return row.kind === "row" ? cell(row) : row.name;
      if (isEmpty(column, row.cells)) return null;
      const value = <Value column={column} cells={row.cells} />;
      if (phoneSlot !== "figure" || !isEnd) return value;
      return (
        <>
          <span className="text-ink-faint text-xs">{header}</span> {value}
        </>
      );
    },
  };
}

const isEmpty = ({ key, notes }: PaperColumn, cells: ReportRow["cells"]): boolean =>
  [key, ...notes.map((note) => note.key)].every((name) => (cells[name] ?? "") === "" || cells[name] === 0);

/** A value with its notes. */
function Value({ column, cells }: { column: PaperColumn; cells: ReportRow["cells"] }) {
  const { type, key, needsAttention } = column;
  const value = cells[key] ?? null;
  const text = formatCell(type, value);
  const notes = formatNotes(column, cells);
  return (
    <>
      {!(text === "–" && notes.length > 0) && (
        <span
          className={classes(
            (type !== "text" || /^\S{1,12}$/.test(text)) && "whitespace-nowrap",
            text === "–" && "text-ink-faint",
            needsAttention && typeof value === "number" && value > 0 && "text-red-text",
            column.phoneSlot === "title" && "font-semibold",
            column.phoneSlot === "figure" && "font-semibold",
          )}
        >
          {text}
        </span>
      )}
      {notes.map((note) => (
        <Fragment key={note}>
          {" "}
          <span className="inline-block font-normal text-ink-soft text-xs">{note}</span>
        </Fragment>
      ))}
    </>
  );
}
