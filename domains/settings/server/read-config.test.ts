import { expect, test } from "vitest";
import { createPerson } from "#test/people.ts";
import { startPortal } from "#test/portal.ts";
import type { PublicConfig } from "../public-config-contract.ts";

const configWith = async (environment: Record<string, string>): Promise<PublicConfig> => {
  const portal = await startPortal(environment);
  try {
    const response = await portal.call("GET", "/api/config");
    expect(response.statusCode).toBe(200);
    return response.json<PublicConfig>();
  } finally {
    await portal.close();
  }
};

test("LOG-18 LOG-04 GET /api/config returns the demo accounts in the order of their buttons", async () => {
  const { demo } = await configWith({ DEMO: "1" });
  expect(demo?.accounts).toEqual([
    { label: "Admin", email: "admin@demo.example", password: "Portal-Demo-1" },
    { label: "Tenant 1", email: "tenant1@demo.example", password: "Portal-Demo-1" },
    { label: "Tenant 2", email: "tenant2@demo.example", password: "Portal-Demo-1" },
    { label: "Test User", email: "test@demo.example", password: "Portal-Demo-1" },
    { label: "Landlord", email: "landlord@demo.example", password: "Portal-Demo-1" },
  ]);
});

test("LOG-18 without demo mode, the configuration contains no accounts and only the settings needed before sign-in", async () => {
  expect(await configWith({ DEMO: "0", REGISTRATION: "invite" })).toEqual({
    name: "Property Management Portal",
    address: [],
    logo: null,
    demo: null,
    registration: "invite",
    hasWorkAccounts: false,
    cardProvider: null,
    cardFeeRate: 0.035,
    support: { email: "", phone: "" },
    limits: { imageBytesMax: 10 * 1024 * 1024, imagesMax: 10, documentBytesMax: 10 * 1024 * 1024 },
    isSetUp: false,
    sendsEmails: false,
    filesAreScanned: false,
  });
});

test("the configuration says whether files are scanned for viruses", async () => {
  expect((await configWith({ CLAMD_URL: "tcp://scanner.internal:3310" })).filesAreScanned).toBe(true);
});

test("the configuration says that the portal is set up once an account exists [LOG-18]", async () => {
  expect((await configWith({ DEMO: "0" })).isSetUp).toBe(false);
  const portal = await startPortal({ DEMO: "0" });
  try {
    await createPerson(portal.db, { role: "admin" });
    expect((await portal.call("GET", "/api/config")).json<PublicConfig>().isSetUp).toBe(true);
  } finally {
    await portal.close();
  }
});
