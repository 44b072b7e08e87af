import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { readTenantDay, type TenantDay } from "#domains/dashboard/contract.ts";
import { endpointQuery, queryClient } from "#web/query-client.ts";
import { problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { fakeCanvas, openAs } from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const field = (label: string) => screen.findByLabelText(label);

it("a tenant's only unit is filled in as the location until they change it, and one tap restores it", async () => {
  const unit = { id: 3, propertyId: 1, unitNumber: "101", type: "office", status: "occupied" };
  await openAs(tenant, "/work-orders/new", { "GET /api/properties/1/units": [unit] });
  const value = async () => ((await field("Location")) as HTMLInputElement).value;
  await waitFor(async () => expect(await value()).toBe("Unit 101"));
  expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]);
  await userEvent.clear(await field("Location"));
  expect(await value()).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Use Unit 101" }));
  expect(await value()).toBe("Unit 101");
});

it("offline, the location is the tenant's unit from the dashboard they last loaded", async () => {
  await openAs(tenant, "/work-orders/new", { "GET /api/properties/1/units": problem(503, "No.") });
  const { queryKey } = endpointQuery(readTenantDay, {});
  const lease = {
    id: 7,
    company: "Kestrel",
    property: { id: 1, name: "Harborview Center" },
    units: ["204"],
  };
  queryClient.setQueryData(queryKey, { leases: [lease], workOrdersToAnswer: [] } as unknown as TenantDay);
  await waitFor(async () => expect(await field("Location")).toHaveProperty("value", "Unit 204"));
});
