import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import {
  admin,
  conflict,
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
} from "#web/testing/open-page.tsx";
import { bill, billResponses } from "../testing/bill.ts";

resetBrowser();

const open = (address = "/bills", responses: FakeResponses = {}) =>
  openPortal(address, {
    session: { ...admin, role: "landlord" },
    responses: { ...billResponses, ...responses },
  });

async function fillInBill() {
  await userEvent.click(await screen.findByRole("button", { name: "Add Bill" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Bill" }));
  await userEvent.type(dialog.getByLabelText("Vendor"), "Puget Power");
  const date = dialog.getByLabelText("Bill date");
  await userEvent.clear(date);
  await userEvent.type(date, "2026-02-10");
  await dialog.findByRole("option", { name: "Security" });
  await userEvent.selectOptions(dialog.getByLabelText("Category, line 1"), "Cleaning");
  await userEvent.type(dialog.getByLabelText("Amount, line 1"), "1,200{Enter}");
  await userEvent.selectOptions(dialog.getByLabelText("Category, line 2"), "Security");
  await userEvent.type(dialog.getByLabelText("Amount, line 2"), "-50.25");
  return dialog;
}
const submit = (dialog: Awaited<ReturnType<typeof fillInBill>>) =>
  userEvent.click(dialog.getByRole("button", { name: "Add Bill" }));

describe("the list of bills", () => {
  it("the list of bills shows each bill's status and the totals, and its export uses the same filters [EXP-11]", async () => {
    const { sent } = await open("/bills?state=unpaid&categoryId=1");
    const row = within(await screen.findByRole("table", { name: "Bills" })).getAllByRole("row")[1];
    for (const text of ["Sound Janitorial", "No. 1042", "Nov 3, 2026", "Unpaid", "$1,200.00", "Cleaning"])
      expect(row?.textContent).toContain(text);
    expect((await screen.findByText(/unpaid$/)).textContent).toBe("Total $1,200.00, $1,200.00 unpaid");
    expect(sent.some(({ path }) => path === "/api/bills/totals?categoryId=1&state=unpaid")).toBe(true);
    expect(screen.getByRole("link", { name: "Export bills as CSV" }).getAttribute("href")).toBe(
      "/api/bills.csv?categoryId=1&state=unpaid",
    );
  });

  it("the empty list of bills offers to import bills [EXP-21]", async () => {
    await open("/bills", { "GET /api/bills": [] });
    const link = await screen.findByRole("link", { name: "Import Bills" });
    expect(link.getAttribute("href")).toBe("/import?kind=bills");
  });

  it("selected bills can be marked as paid, and the user can undo that [EXP-11]", async () => {
    const { sent } = await open("/bills", { "PATCH /api/bills/7": { ...bill, state: "paid", version: 2 } });
    await userEvent.click(await screen.findByRole("checkbox", { name: /Sound Janitorial/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Mark as Paid" }));
    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Change Undone");
    const patches = sent.filter(({ method }) => method === "PATCH");
    expect(patches.map(({ body }) => body)).toEqual([
      { paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
      { paidOn: null },
    ]);
  });
});

describe("adding a bill", () => {
  it("the bill form adds lines with Enter, shows the total, and proposes the month of the bill as its service period [EXP-05]", async () => {
    const { sent } = await open("/bills", { "POST /api/bills": () => Response.json(bill, { status: 201 }) });
    const dialog = await fillInBill();
    expect(dialog.getByText(/^Total/).textContent).toBe("Total $1,149.75");
    await submit(dialog);
    expect(await screen.findByRole("heading", { name: "Bill 1042 from Sound Janitorial" })).toBeTruthy();
    expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({
      propertyId: 1,
      vendorName: "Puget Power",
      billedOn: "2026-02-10",
      serviceFrom: "2026-02-01",
      serviceTo: "2026-02-28",
      dueOn: "2026-03-12",
      paidOn: null,
      lines: [
        { categoryId: 1, amountCents: 120_000, memo: "" },
        { categoryId: 2, amountCents: -5_025, memo: "" },
      ],
    });
    expect(dialog.queryByRole("option", { name: "Fax" })).toBeNull();
  });

  it("the bill form asks for confirmation if the bill looks like a duplicate [EXP-07]", async () => {
    const question = "There is already a bill from Puget Power. Confirm that this is another bill.";
    const { sent, responses } = await open("/bills", {
      "POST /api/bills": problem(400, question, { isNotDuplicate: question }),
    });
    const dialog = await fillInBill();
    await submit(dialog);
    await userEvent.click(await dialog.findByRole("checkbox", { name: "This is another bill" }));
    responses["POST /api/bills"] = () => Response.json(bill, { status: 201 });
    await submit(dialog);
    await screen.findByRole("heading", { name: "Bill 1042 from Sound Janitorial" });
    expect(sent.filter(({ method }) => method === "POST").at(-1)?.body).toMatchObject({
      isNotDuplicate: true,
    });
  });

  it("the bill form shows a message on each missing field [EXP-05]", async () => {
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Add Bill" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add Bill" }));
    await submit(dialog);
    for (const message of [
      "Please enter the vendor's name",
      "Please select a category",
      "Please enter an amount other than $0.00",
    ])
      expect(await dialog.findByText(message)).toBeTruthy();
  });
});

describe("a bill", () => {
  it("the bill page shows the bill's lines and lets managers mark it as paid [EXP-05]", async () => {
    const { sent } = await open("/bills/7", { "PATCH /api/bills/7": { ...bill, state: "paid", version: 2 } });
    const table = await screen.findByRole("table", { name: "Lines of the bill" });
    expect(table.textContent).toContain("Lobby");
    await userEvent.click(screen.getByRole("button", { name: "Mark as Paid" }));
    await screen.findByText("Bill Updated");
    expect(new Headers(sent.find(({ method }) => method === "PATCH")?.init.headers).get("If-Match")).toBe(
      '"1"',
    );
  });

  it("the bill page shows both versions if someone else changed the bill [EXP-09]", async () => {
    await open("/bills/7", {
      "PATCH /api/bills/7": conflict("Ada Admin changed this bill after you opened it.", {
        ...bill,
        number: "1043",
        version: 2,
      }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit Bill" }));
    await userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
    expect(await dialog.findByText("1043")).toBeTruthy();
  });

  it("a bill can be voided with a reason and then can't be changed [EXP-08]", async () => {
    const voided = {
      ...bill,
      state: "voided",
      voided: { at: "2026-11-05T18:00:00.000Z", by: "Ada Admin", reason: "Entered twice" },
    };
    const { responses } = await open("/bills/7", {
      "POST /api/bills/7/void": () => {
        responses["GET /api/bills/7"] = voided;
        return voided;
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Void" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Void this bill?" }));
    await userEvent.type(dialog.getByLabelText("Reason"), "Entered twice");
    await userEvent.click(dialog.getByRole("button", { name: "Void Bill" }));
    expect(await screen.findByText("Ada Admin voided this bill on Nov 5, 2026.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  });
});
