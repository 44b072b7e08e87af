import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type Answers, admin, openPortal } from "#web/testing/open-page.tsx";
import type { Lease } from "../../contract.ts";
import type { TermsOfLease } from "../../terms-facts.ts";
import { schedule } from "./leases.ts";

const landlord = { ...admin, role: "landlord" as const };

/** The page of a lease as a landlord opens it, with what was sent. */
export async function openLease(shown: Lease, termsOfIt: TermsOfLease, responses: Answers = {}, search = "") {
  const path = `/api/leases/${shown.id}`;
  const portal = await openPortal(`/leases/${shown.id}${search}`, {
    session: landlord,
    responses: {
      [`GET ${path}`]: shown,
      [`GET ${path}/history`]: [],
      [`GET ${path}/terms`]: { ...termsOfIt, leaseId: shown.id },
      [`POST ${path}/schedule`]: schedule,
      ...responses,
    },
  });
  await screen.findByRole("heading", { name: shown.company.name, hidden: true });
  const sentTo = (call: string) =>
    portal.sent
      .filter(({ method, path: at }) => `${method} ${at}` === call)
      .map(({ body, init }) => ({ body, version: new Headers(init.headers).get("If-Match") }));
  return { ...portal, sentTo };
}
export const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
export const editor = (name = "Terms") => screen.findByRole("dialog", { name });
export const row = async (name: string) => within(await screen.findByRole("group", { name }));
export const fill = (field: HTMLElement, text: string) =>
  fireEvent.change(field, { target: { value: text } });
export const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .slice(1)
    .map((one) => one.textContent);
export const previewTable = () => screen.findByRole("table", { name: "Schedule" });
