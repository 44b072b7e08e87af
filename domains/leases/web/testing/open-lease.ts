import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import { admin, type FakeResponses, openPortal } from "#web/testing/open-page.tsx";
import type { Lease } from "../../contract.ts";
import type { TermsDetails } from "../../terms-fields.ts";
import { schedule } from "./leases.ts";

const landlord = { ...admin, role: "landlord" as const };

/** Opens a lease page as a landlord. `sentTo` returns the requests that the page sent to an endpoint. */
export async function openLease(
  lease: Lease,
  terms: TermsDetails,
  responses: FakeResponses = {},
  search = "",
) {
  const path = `/api/leases/${lease.id}`;
  const portal = await openPortal(`/leases/${lease.id}${search}`, {
    session: landlord,
    responses: {
      [`GET ${path}`]: lease,
      [`GET ${path}/history`]: [],
      [`GET ${path}/terms`]: { ...terms, leaseId: lease.id },
      [`POST ${path}/schedule`]: schedule,
      ...responses,
    },
  });
  await screen.findByRole("heading", { name: lease.company.name, hidden: true });
  const sentTo = (call: string) =>
    portal.sent
      .filter(({ method, path: at }) => `${method} ${at}` === call)
      .map(({ body, init }) => ({ body, version: new Headers(init.headers).get("If-Match") }));
  return { ...portal, sentTo };
}
/** Clicks a button once it's enabled, because some wait for a preview. */
export async function press(name: string | RegExp, container: HTMLElement = document.body) {
  const button = within(container).getByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}
export const editor = (name = "Terms") => screen.findByRole("dialog", { name });
export const row = async (name: string) => within(await screen.findByRole("group", { name }));
export const fill = (field: HTMLElement, text: string) =>
  fireEvent.change(field, { target: { value: text } });
export const getRowTexts = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((tableRow) => tableRow.textContent);
export const previewTable = () => screen.findByRole("table", { name: "Schedule" });
