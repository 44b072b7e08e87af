import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { cleanBrowser, onPhone } from "#web/testing/open-page.tsx";
import { type Column, Table } from "#web/ui/table.tsx";

cleanBrowser();

interface Fault {
  id: number;
  title: string;
  note: string;
}
const faults: Fault[] = [
  { id: 1, title: "Leak", note: "" },
  { id: 2, title: "Dark hall", note: "Third time" },
];
const columns: Column<Fault>[] = [
  { key: "id", header: "ID", onPhone: "hidden", cell: ({ id }) => `#${id}` },
  {
    key: "title",
    header: "Issue",
    onPhone: "title",
    cell: ({ title }) => <a href="/x">{title}</a>,
    phoneCell: ({ title }) => title,
  },
  { key: "place", header: "Place", onPhone: "line", cell: () => "Harborview Center", phoneCell: () => "101" },
  { key: "note", header: "Note", cell: ({ note }) => note },
];
const draw = (onOpen?: (row: Fault) => void) =>
  render(
    <Table
      caption="Faults"
      columns={columns}
      rows={faults}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      canOpen={({ id }) => id !== 2}
    />,
  );
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const cellsOf = (row: number) =>
  within(screen.getAllByRole("row")[row] as HTMLElement)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

describe("a table", () => {
  it("on a wide screen has every column as declared", () => {
    draw();
    expect(headers()).toEqual(["ID", "Issue", "Place", "Note"]);
    expect(cellsOf(2)).toEqual(["#2", "Dark hall", "Harborview Center", "Third time"]);
  });

  it("on a phone draws the declared places in short, and a detail with its heading", () => {
    onPhone();
    draw();
    expect(headers()).toEqual(["Issue", "Place", "Note"]);
    expect(cellsOf(1)).toEqual(["Leak", "101", ""]);
    expect(cellsOf(2)).toEqual(["Dark hall", "101", "NoteThird time"]);
  });

  it("on a phone the title is the button of a row that opens", async () => {
    onPhone();
    const onOpen = vi.fn<(row: Fault) => void>();
    draw(onOpen);
    await userEvent.click(screen.getByRole("button", { name: "Leak" }));
    expect(onOpen.mock.calls).toEqual([[faults[0]]]);
    expect(screen.queryByRole("button", { name: "Dark hall" })).toBeNull();
  });
});
