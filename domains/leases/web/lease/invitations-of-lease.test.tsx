import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import { lease, noTerms } from "../testing/leases.ts";
import { openLease } from "../testing/open-lease.ts";

resetBrowser();
beforeAll(() => import("./lease-page.tsx"), 60_000);

const invitation = {
  id: 4,
  email: "new@harbor.example",
  role: "tenant",
  unit: { id: 6, label: "Harborview Center, unit 201" },
  leaseId: lease.id,
  properties: [],
  hasAllProperties: false,
  state: "pending",
  invitedBy: "Linda Harcourt",
  createdAt: "2026-11-20T18:00:00Z",
  expiresAt: "2026-12-04T18:00:00Z",
  acceptedAt: null,
  acceptedById: null,
  delivery: null,
};
const openList = "GET /api/invitations";

it("without a mail server, staff see a link to pass on when they invite someone to a lease", async () => {
  const link = "https://portal.example/register?invitation=abc";
  await openLease(
    lease,
    noTerms,
    { [openList]: [], "POST /api/invitations": { ...invitation, link, isEmailed: false } },
    "?tab=people",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Invite" }));
  const form = within(await screen.findByRole("dialog"));
  await userEvent.type(form.getByLabelText("Email"), invitation.email);
  await userEvent.click(form.getByRole("button", { name: "Send Invitation" }));
  const sent = within(await screen.findByRole("dialog", { name: "Copy this link" }));
  expect(sent.getByLabelText<HTMLInputElement>("Invitation link").value).toBe(link);
  expect(sent.getByText(/Copy this link and send it to new@harbor.example\./)).toBeTruthy();
});

it("the lease page lists pending invitations, which can be resent", async () => {
  const { sent } = await openLease(lease, noTerms, { [openList]: [invitation] }, "?tab=people");
  const open = within(await screen.findByRole("region", { name: "Pending invitations" }));
  expect(await open.findByText(invitation.email)).toBeTruthy();
  expect(open.getByRole("button", { name: `Resend to ${invitation.email}` })).toBeTruthy();
  expect(sent.map(({ path }) => path)).toContain("/api/invitations?leaseId=3&state=pending");
});
