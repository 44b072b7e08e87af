import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { onPhone, resetBrowser } from "#web/testing/open-page.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";

resetBrowser();

interface Problem {
  id: number;
  title: string;
  note: string;
}
const problems: Problem[] = [
  { id: 1, title: "Leak", note: "" },
  { id: 2, title: "Dark hall", note: "Third time" },
];
const columns: Column<Problem>[] = [
  { key: "id", header: "ID", phoneSlot: "hidden", cell: ({ id }) => `#${id}` },
  {
    key: "title",
    header: "Issue",
    phoneSlot: "title",
    cell: ({ title }) => <a href="/x">{title}</a>,
    phoneCell: ({ title }) => title,
  },
  {
    key: "place",
    header: "Place",
    phoneSlot: "line",
    cell: () => "Harborview Center",
    phoneCell: () => "101",
  },
  { key: "note", header: "Note", cell: ({ note }) => note },
];
const renderTable = (onOpen?: (row: Problem) => void) =>
  render(
    <Table
      caption="Problems"
      columns={columns}
      rows={problems}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      canOpen={({ id }) => id !== 2}
    />,
  );
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const getCells = (row: number) =>
  within(screen.getAllByRole("row")[row] as HTMLElement)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("tables", () => {
  it("on a wide screen, a table shows every declared column", () => {
    renderTable();
    expect(headers()).toEqual(["ID", "Issue", "Place", "Note"]);
    expect(getCells(2)).toEqual(["#2", "Dark hall", "Harborview Center", "Third time"]);
  });

  it("on a phone, a table shows short forms in the declared places and details with their headings", () => {
    onPhone();
    renderTable();
    expect(headers()).toEqual(["Issue", "Place", "Note"]);
    expect(getCells(1)).toEqual(["Leak", "101", ""]);
    expect(getCells(2)).toEqual(["Dark hall", "101", "NoteThird time"]);
  });

  it("on a phone, the title is the button that opens the row", async () => {
    onPhone();
    const onOpen = vi.fn<(row: Problem) => void>();
    renderTable(onOpen);
    await userEvent.click(screen.getByRole("button", { name: "Leak" }));
    expect(onOpen.mock.calls).toEqual([[problems[0]]]);
    expect(screen.queryByRole("button", { name: "Dark hall" })).toBeNull();
  });

  it("J, K, X, E, A, Enter, Shift-A, and Escape act on the focused row, but not from a menu or a field [NAV-32]", async () => {
    const [onOpen, onEdit, onAssign] = [
      vi.fn<(row: Problem) => void>(),
      vi.fn<(row: Problem) => void>(),
      vi.fn<(row: Problem) => void>(),
    ];
    const select = vi.fn<(rows: readonly Problem[], isSelected: boolean) => void>();
    const selection = {
      isSelected: ({ id }: Problem) => id === 1,
      select,
      getName: ({ id }: Problem) => `#${id}`,
    };
    render(
      <Table
        caption="Problems"
        columns={[...columns, { key: "field", header: "Field", cell: () => <input aria-label="Field" /> }]}
        rows={problems}
        rowKey={({ id }) => id}
        onOpen={onOpen}
        onEdit={onEdit}
        onAssign={onAssign}
        selection={selection}
      />,
    );
    await userEvent.keyboard("j");
    expect(document.activeElement).toBe(screen.getAllByRole("row")[1]);
    await userEvent.keyboard("jxea{Enter}{Shift>}a{/Shift}{Escape}k{Enter}x");
    expect(select.mock.calls).toEqual([
      [[problems[1]], true],
      [problems, true],
      [problems, false],
      [[problems[0]], false],
    ]);
    expect(onOpen.mock.calls).toEqual([[problems[1]], [problems[0]]]);
    expect(onEdit.mock.calls).toEqual([[problems[1]]]);
    expect(onAssign.mock.calls).toEqual([[problems[1]]]);
    await userEvent.click(screen.getAllByLabelText("Field")[0] as HTMLElement);
    await userEvent.keyboard("jxea");
    expect([select, onEdit, onAssign].map(({ mock }) => mock.calls.length)).toEqual([4, 1, 1]);
    // From the checkbox too, because a mouse leaves focus there.
    screen.getByLabelText("Select #2").focus();
    await userEvent.keyboard("k");
    expect(document.activeElement).toBe(screen.getAllByRole("row")[1]);
  });
});
