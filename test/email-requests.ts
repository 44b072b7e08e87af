import type { LightMyRequestResponse } from "fastify";
import { sendRequestedEmail } from "#domains/accounts/server/sign-in/send-requested-email.ts";
import type { TestPortal } from "./portal.ts";

let numbers = 0;
/** A new network address, so that tests don't share rate limits. */
export const newNetworkAddress = (): string => `10.3.${Math.floor(++numbers / 250)}.${numbers % 250}`;

type Way = "link" | "otp" | "direct-login";

/** Requests an email to reset the password by link or code, or to sign in. */
export const requestEmail = (
  portal: TestPortal,
  way: Way,
  email: string,
  network = newNetworkAddress(),
): Promise<LightMyRequestResponse> =>
  portal.app.inject({
    method: "POST",
    url: way === "direct-login" ? "/api/direct-login" : "/api/forgot-password",
    remoteAddress: network,
    payload: way === "direct-login" ? { email } : { email, resetType: way },
  });

/** Runs the jobs of all pending requests as the worker would, oldest first. */
export async function processEmailRequests({ db, services }: TestPortal): Promise<void> {
  const open = await db
    .selectFrom("sign_in_requests")
    .select("id")
    .where("processed_at", "is", null)
    .orderBy("id")
    .execute();
  for (const { id } of open)
    await sendRequestedEmail(services, { id, networkAddress: "10.3.0.1", requestId: "asked" });
}

async function newestMail({ db }: TestPortal, address: string) {
  const email = await db
    .selectFrom("emails")
    .select(["subject", "text_body as text"])
    .where("to_address", "=", address)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    subject: email?.subject ?? "",
    text: email?.text ?? "",
    code: /^\s*(\d{6})$/m.exec(email?.text ?? "")?.[1] ?? "",
    token: /[?&]token=([\w-]+)/.exec(email?.text ?? "")?.[1] ?? "",
  };
}

/** Requests an email, runs the job, and reads the newest email. A missing code or token is empty. */
export async function requestAndReadEmail(portal: TestPortal, way: Way, email: string) {
  const response = await requestEmail(portal, way, email);
  if (response.statusCode !== 200)
    throw new Error(`The request for an email returned ${response.statusCode}: ${response.body}`);
  await processEmailRequests(portal);
  return { handle: response.json<{ userId: string }>().userId, ...(await newestMail(portal, email)) };
}

/** Returns six digits other than `code`. */
export const wrongCode = (code: string): string => (code === "000000" ? "000001" : "000000");
