import type { LightMyRequestResponse } from "fastify";
import type { SessionUser } from "#domains/accounts/contract.ts";
import type { TestPortal } from "./portal.ts";

let numbers = 0;

/** Registers a new person from a new network address with these values. */
export function register(
  portal: TestPortal,
  entries: Record<string, unknown> = {},
  options: { network?: string; cookie?: string; headers?: Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const number = ++numbers;
  return portal.app.inject({
    method: "POST",
    url: "/api/register",
    remoteAddress: options.network ?? `10.2.${Math.floor(number / 250)}.${number % 250}`,
    headers: { ...(options.cookie === undefined ? {} : { cookie: options.cookie }), ...options.headers },
    payload: {
      username: "",
      password: "correct horse battery",
      fullName: `Newcomer ${number}`,
      email: `newcomer${number}@example.com`,
      role: "tenant",
      unitId: null,
      ...entries,
    },
  });
}

export const getCookie = (response: LightMyRequestResponse): string => {
  const [cookie] = response.cookies;
  return `${cookie?.name}=${cookie?.value}`;
};

/** Registers a tenant who requests access to this unit, expecting success. */
export async function registerTenant(
  portal: TestPortal,
  unitId: number | null,
  entries: Record<string, unknown> = {},
): Promise<SessionUser & { cookie: string }> {
  const response = await register(portal, { unitId, ...entries });
  if (response.statusCode !== 201)
    throw new Error(`Registering returned ${response.statusCode}: ${response.body}`);
  return { ...response.json<SessionUser>(), cookie: getCookie(response) };
}

/** Returns the token of the newest link emailed to this address. */
export async function findEmailedToken(portal: TestPortal, address: string): Promise<string> {
  const { text_body: text } = await portal.db
    .selectFrom("emails")
    .select("text_body")
    .where("to_address", "=", address)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`The newest email to ${address} contains no link.`);
  return token;
}
