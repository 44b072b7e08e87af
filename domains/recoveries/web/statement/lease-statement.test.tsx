import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { admin, openPortal, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import type { LeaseStatement } from "../../lease-statements-contract.ts";
import type { Question } from "../../questions-contract.ts";

resetBrowser();
beforeAll(
  () => Promise.all([import("./lease-statement-page.tsx"), import("../reconciliation/statement-page.tsx")]),
  60_000,
);

const property = { id: 1, name: "Harborview Center" };
const year = { from: "2025-01-01", to: "2025-12-31" };
const bill = { categoryId: 3, vendor: "Bright Cleaning", billedOn: "2025-12-15", cents: 365_000 };
const statement: LeaseStatement = {
  property,
  year: 2025,
  leaseId: 7,
  company: "Northlight Optical",
  units: [{ unitNumber: "204" }],
  lines: [{ poolId: 1, cents: 219_000 }],
  totalCents: 219_000,
  estimatesBilledCents: 240_000,
  estimatesPaidCents: 200_000,
  dueCents: -21_000,
  isDraft: false,
  changes: [],
  issued: {
    number: 1,
    by: "Linda Harcourt",
    at: "2026-02-02T18:00:00Z",
    reason: null,
    dueOn: "2026-03-04",
    postedCents: -21_000,
    entryId: 9,
    isFiled: true,
    documentId: null,
  },
  pools: [
    {
      id: 1,
      name: "CAM",
      ...year,
      cents: 219_000,
      parts: [
        {
          ...year,
          rule: ["The tenant pays a share by area."],
          clause: "Section 4.2",
          categories: [
            {
              id: 3,
              name: "Cleaning",
              cents: 365_000,
              isExcluded: false,
              sharedCents: 365_000,
              bills: [
                { ...bill, id: 12, number: "A-1" },
                { ...bill, id: 13, number: "A-2" },
              ],
            },
          ],
          steps: [
            { label: "Jan 1, 2025 to Dec 31, 2025", text: "60% for 365 of 365 days", cents: null },
            { label: "Amount", text: "", cents: 219_000 },
          ],
        },
      ],
    },
  ],
  postings: [],
  billFiles: [13],
  questionsUntil: "2026-05-03",
  can: { question: true },
};
const question: Question = {
  id: 4,
  leaseId: 7,
  company: "Northlight Optical",
  property,
  year: 2025,
  number: 1,
  pool: { id: 1, name: "CAM" },
  subject: "Cleaning",
  text: "Why was cleaning billed twice?",
  askedBy: "Hannah Lee",
  askedAt: "2026-02-10T18:00:00Z",
  state: "open",
  answer: null,
  creditCents: null,
  isCreditReversed: false,
  maxCreditCents: 219_000,
  files: [{ id: 5, name: "bill.pdf", bytes: 2_048, by: "Hannah Lee" }],
  can: { answer: false, addFiles: true },
};

const open = (questions: Question[], changes: Partial<LeaseStatement> = {}, responses: object = {}) =>
  openPortal("/leases/7/operating-expenses/2025", {
    session: tenant,
    responses: {
      "GET /api/leases/7/recovery-statements/2025": { ...statement, ...changes },
      "GET /api/recovery-questions": questions,
      ...responses,
    },
  });

describe("a tenant's statement", () => {
  it("the statement shows its working, and only the shared bills can be downloaded [REC-14] [REC-15]", async () => {
    await open([]);
    await screen.findByRole("heading", { name: "Operating expenses for 2025" });
    screen.getByText("$210.00 was credited.");
    screen.getByText("You can question it until May 3, 2026.");
    const categories = within(screen.getByRole("table", { name: /^Categories in CAM/ }));
    expect(categories.getAllByText("$3,650.00")).toHaveLength(1);
    await userEvent.click(screen.getByText("2 bills"));
    const bills = screen.getByRole("table", { name: /^Bills in CAM/ });
    expect(within(bills).getByText("A-1").closest("a")).toBeNull();
    expect(within(bills).getByRole("link", { name: "Download bill A-2" }).getAttribute("href")).toBe(
      "/api/leases/7/recovery-statements/2025/bills/13/file",
    );
    expect(screen.queryByRole("region", { name: "Questions" })).toBeNull();
  });

  it("the statement says how its charge was paid, and what its credit was applied to [REC-14]", async () => {
    const applied = { entryId: 21, onDay: "2026-03-02" };
    await open([], {
      postings: [
        {
          entryId: 9,
          onDay: "2026-02-02",
          amountCents: 21_000,
          openCents: 1_000,
          allocations: [
            { ...applied, kind: "payment", description: "Payment by check", amountCents: 15_000 },
            { ...applied, kind: "waiver", description: "Waived", amountCents: 5_000 },
          ],
        },
        {
          entryId: 10,
          onDay: "2026-02-20",
          amountCents: -6_000,
          openCents: -500,
          allocations: [
            { ...applied, kind: "charge", description: "Base rent, March 2026", amountCents: 4_500 },
            { ...applied, kind: "credit-paid-out", description: "Credit paid out", amountCents: 1_000 },
          ],
        },
      ],
    });
    const list = within(await screen.findByRole("list", { name: "Charges and credits" }));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Charge of $210.00 on Feb 2, 2026: $150.00 paid on Mar 2, 2026, $50.00 credited on Mar 2, 2026 (Waived), $10.00 unpaid.",
      "Credit of $60.00 on Feb 20, 2026: $45.00 applied to Base rent, March 2026, $10.00 paid out on Mar 2, 2026, $5.00 not applied yet.",
    ]);
  });

  it("a tenant questions a line with a file [REC-16]", async () => {
    const uploads = captureUploads();
    const { sent } = await open(
      [],
      {},
      {
        "POST /api/leases/7/recovery-statements/2025/questions": question,
      },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Ask a Question about CAM" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Question CAM" }));
    const line = dialog.getByLabelText<HTMLSelectElement>("Line");
    expect([...line.options].map(({ text }) => text)).toEqual(["The whole share", "Cleaning"]);
    await userEvent.selectOptions(line, "Cleaning");
    await userEvent.type(dialog.getByLabelText("Question"), "Why was cleaning billed twice?");
    fireEvent.change(dialog.getByLabelText("Add Files"), {
      target: { files: [new File(["bill"], "bill.pdf", { type: "application/pdf" })] },
    });
    await dialog.findByRole("button", { name: "Remove bill.pdf" });
    await userEvent.click(dialog.getByRole("button", { name: "Send Question" }));
    await waitFor(() => expect(uploads[0]?.opened).toBe("POST /api/recovery-questions/4/files"));
    uploads[0]?.response(201, question);
    await screen.findByText("Question Sent");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      poolId: 1,
      subject: "Cleaning",
      text: "Why was cleaning billed twice?",
    });
  });

  it("after the audit window, a line can't be questioned, and earlier questions keep their answers [REC-16] [REC-17]", async () => {
    const answer = { text: "It was a duplicate.", by: "Linda Harcourt", at: "2026-02-12T18:00:00Z" };
    await open(
      [
        {
          ...question,
          state: "credited",
          answer,
          creditCents: 4_500,
          can: { answer: false, addFiles: false },
        },
      ],
      { can: { question: false } },
    );
    const questions = within(await screen.findByRole("region", { name: "Questions" }));
    questions.getByText("CAM, Cleaning");
    questions.getByText("It was a duplicate.");
    questions.getByText(/\$45\.00 was credited\./);
    questions.getByRole("link", { name: "bill.pdf" });
    expect(questions.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: "Ask a Question about CAM" })).toBeNull();
  });
});

describe("a manager's page of a statement", () => {
  it("a question is answered with a credit [REC-17]", async () => {
    const { sent } = await openPortal("/properties/1/reconciliations/2025/leases/7", {
      session: { ...admin, role: "landlord" },
      responses: {
        "GET /api/properties/1/reconciliations/2025/leases/7": statement,
        "GET /api/recovery-questions": [{ ...question, can: { answer: true, addFiles: true } }],
        "POST /api/recovery-questions/4/answer": { ...question, creditCents: 4_500 },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Answer" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Answer Northlight Optical" }));
    await userEvent.type(dialog.getByLabelText("Answer"), "It was a duplicate.");
    await userEvent.type(dialog.getByLabelText(/^Credit/), "45");
    await userEvent.click(dialog.getByRole("button", { name: "Send Answer" }));
    await screen.findByText("Answer Sent");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      text: "It was a duplicate.",
      creditCents: 4_500,
    });
  });
});
